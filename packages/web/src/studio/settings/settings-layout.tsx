import '../../styles/settings.css'
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { useText } from '../i18n/language.ts'

const SECTIONS = ['profile', 'security', 'tokens', 'assistants', 'webhooks', 'sessions', 'plan'] as const

export function SettingsLayout() {
  const text = useText('settings')
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the row is wider than the window, so the current link is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which link is the current one
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <div className="settings">
      <nav ref={nav} className="settings-nav tabs" aria-label={text.settings}>
        {SECTIONS.map(section => (
          <NavLink key={section} className="tab" to={`/studio/settings/${section}`}>
            {text.nav[section]}
          </NavLink>
        ))}
        {/* A page of the site, which works without scripts. */}
        <a className="tab" href="/notifications/settings">
          {text.nav.notifications}
        </a>
      </nav>
      <Outlet />
    </div>
  )
}

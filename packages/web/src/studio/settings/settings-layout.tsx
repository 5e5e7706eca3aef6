import '../../styles/studio/pages/settings.css'
import { Outlet } from 'react-router'
import { textOf } from '../i18n/language.ts'
import { SectionNav } from '../shell/section-nav.tsx'

const SECTIONS = ['profile', 'security', 'tokens', 'assistants', 'webhooks', 'sessions', 'plan'] as const

export function SettingsLayout() {
  const text = textOf('settings')
  return (
    <div className="settings">
      <SectionNav
        label={text.settings}
        sections={SECTIONS.map(section => ({ path: `/studio/settings/${section}`, label: text.nav[section] }))}
      >
        {/* A page of the site, which works without scripts. */}
        <a className="tab" href="/notifications/settings">
          {text.nav.notifications}
        </a>
      </SectionNav>
      <Outlet />
    </div>
  )
}

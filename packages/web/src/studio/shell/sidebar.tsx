import { Link, NavLink } from 'react-router'
import { textOf } from '../i18n/language.ts'
import { ADMIN, MAIN_PAGES, NEW_POST } from '../navigation.ts'
import { useMe } from '../session/use-me.ts'
import { MOD } from '../shortcuts/keys.ts'
import { siteName } from '../site-name.ts'
import { Icon } from '../ui/icons.tsx'
import { AccountMenu } from './account-menu.tsx'

interface Props {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

/** Beside the page on a desktop; on a phone only its top is shown, and the tab bar has the links. */
export function Sidebar({ onPalette, onHelp }: Props) {
  const text = textOf('shell')
  return (
    <header className="sidebar">
      <Link className="wordmark" to="/studio">
        {siteName} <span className="wordmark-room">{text.studio}</span>
      </Link>
      <Link className="button button-primary sidebar-write" to={NEW_POST}>
        <Icon name="edit" />
        {text.write}
      </Link>
      <nav className="sidebar-places" aria-label={text.navigation}>
        {MAIN_PAGES.map(({ name, to, icon }) => (
          <NavLink key={name} to={to} end={name === 'posts'}>
            <Icon name={icon} />
            {text[name]}
          </NavLink>
        ))}
        {useMe().role === 'admin' && (
          <NavLink to={ADMIN}>
            <Icon name="key" />
            {text.admin}
          </NavLink>
        )}
      </nav>
      <div className="sidebar-foot">
        <button type="button" className="sidebar-key" onClick={onPalette}>
          {text.palette} <kbd>{MOD} K</kbd>
        </button>
        <button type="button" className="sidebar-key" onClick={onHelp}>
          {text.keyboard} <kbd>?</kbd>
        </button>
        <a className="sidebar-key" href="/">
          {text.toSite}
        </a>
      </div>
      <AccountMenu />
    </header>
  )
}

/** The navigation at the bottom of a phone's screen. */
export function TabBar() {
  const text = textOf('shell')
  const links = MAIN_PAGES.filter(({ isMinor }) => !isMinor).map(({ name, to, icon }) => (
    <NavLink key={name} to={to} end={name === 'posts'}>
      <Icon name={icon} />
      <span>{text[name]}</span>
    </NavLink>
  ))
  return (
    <nav className="tab-bar" aria-label={text.navigation}>
      {links.slice(0, 2)}
      <NavLink className="tab-write" to={NEW_POST}>
        <Icon name="edit" />
        <span>{text.write}</span>
      </NavLink>
      {links.slice(2)}
    </nav>
  )
}

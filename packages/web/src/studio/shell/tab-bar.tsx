import { NavLink } from 'react-router'
import { useText } from '../i18n/language.ts'
import { MAIN_PAGES, NEW_POST } from '../navigation.ts'
import { Icon } from '../ui/icons.tsx'

/** The navigation at the bottom of a phone's screen. */
export function TabBar() {
  const text = useText('shell')
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

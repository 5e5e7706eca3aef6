import '../../styles/settings.css'
import '../../styles/admin.css'
import { NavLink, Outlet } from 'react-router'
import { MissingPage } from '../errors/route-failure.tsx'
import { useText } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'

const SECTIONS = ['overview', 'reports', 'posts', 'comments', 'users', 'invitations', 'audit'] as const

/** For others than admins the pages do not exist. The API refuses them in any case. */
export function AdminLayout() {
  const text = useText('admin')
  if (useMe().role !== 'admin') return <MissingPage />
  return (
    <div className="settings">
      <nav className="settings-nav tabs" aria-label={text.title}>
        {SECTIONS.map(section => (
          <NavLink key={section} className="tab" to={`/studio/admin/${section}`}>
            {text.nav[section]}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

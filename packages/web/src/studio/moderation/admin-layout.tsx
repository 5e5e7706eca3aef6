import '../../styles/studio/pages/settings.css'
import '../../styles/studio/pages/admin.css'
import { Outlet } from 'react-router'
import { MissingPage } from '../failure-pages/route-failure.tsx'
import { textOf } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'
import { SectionNav } from '../shell/section-nav.tsx'

const SECTIONS = ['overview', 'reports', 'posts', 'comments', 'users', 'invitations', 'audit'] as const

/** For others than admins the pages do not exist. The API rejects their requests in any case. */
export function AdminLayout() {
  const text = textOf('admin')
  if (useMe().role !== 'admin') return <MissingPage />
  return (
    <div className="settings">
      <SectionNav
        label={text.title}
        sections={SECTIONS.map(section => ({ path: `/studio/admin/${section}`, label: text.nav[section] }))}
      />
      <Outlet />
    </div>
  )
}

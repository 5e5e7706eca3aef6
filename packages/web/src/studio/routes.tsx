import type { ComponentType } from 'react'
import { createBrowserRouter, redirect } from 'react-router'
import { MissingPage, RouteFailure } from './failure-pages/route-failure.tsx'
import { Layout } from './shell/layout.tsx'
import { StudioSkeleton } from './shell/studio-skeleton.tsx'
import { PostsPage } from './writing/posts/posts-page.tsx'

/** A page whose code is loaded when it is opened. The list of posts is part of the first load. */
const page =
  <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  async () => ({ Component: (await load())[name] })

const settings = {
  path: 'settings',
  lazy: page(() => import('./settings/settings-layout.tsx'), 'SettingsLayout'),
  children: [
    { index: true, loader: () => redirect('/studio/settings/profile') },
    { path: 'profile', lazy: page(() => import('./settings/profile/profile-page.tsx'), 'ProfilePage') },
    { path: 'security', lazy: page(() => import('./settings/security/security-page.tsx'), 'SecurityPage') },
    { path: 'tokens', lazy: page(() => import('./settings/tokens/tokens-page.tsx'), 'TokensPage') },
    { path: 'assistants', lazy: page(() => import('./settings/assistants-page.tsx'), 'AssistantsPage') },
    { path: 'webhooks', lazy: page(() => import('./settings/webhooks/webhooks-page.tsx'), 'WebhooksPage') },
    { path: 'webhooks/:id', lazy: page(() => import('./settings/webhooks/webhook-page.tsx'), 'WebhookPage') },
    { path: 'sessions', lazy: page(() => import('./settings/sessions-page.tsx'), 'SessionsPage') },
    { path: 'plan', lazy: page(() => import('./settings/plan-page.tsx'), 'PlanPage') },
  ],
}

const admin = {
  path: 'admin',
  lazy: page(() => import('./moderation/admin-layout.tsx'), 'AdminLayout'),
  children: [
    { index: true, loader: () => redirect('/studio/admin/overview') },
    { path: 'overview', lazy: page(() => import('./moderation/overview-page.tsx'), 'OverviewPage') },
    { path: 'reports', lazy: page(() => import('./moderation/reports-page.tsx'), 'ReportsPage') },
    { path: 'posts', lazy: page(() => import('./moderation/content-pages.tsx'), 'AdminPostsPage') },
    { path: 'comments', lazy: page(() => import('./moderation/content-pages.tsx'), 'AdminCommentsPage') },
    { path: 'users', lazy: page(() => import('./moderation/users-page.tsx'), 'UsersPage') },
    {
      path: 'invitations',
      lazy: page(() => import('./moderation/invitations/invitations-page.tsx'), 'InvitationsPage'),
    },
    { path: 'audit', lazy: page(() => import('./moderation/audit-page.tsx'), 'AuditPage') },
  ],
}

export const router = createBrowserRouter([
  {
    path: '/studio',
    Component: Layout,
    HydrateFallback: StudioSkeleton,
    ErrorBoundary: RouteFailure,
    children: [
      {
        ErrorBoundary: RouteFailure,
        children: [
          { index: true, Component: PostsPage },
          { path: 'trash', lazy: page(() => import('./writing/posts/trash-page.tsx'), 'TrashPage') },
          { path: 'posts', loader: () => redirect('/studio') },
          // One route for `new` and for an id: the page stays when a new post gets its id.
          { path: 'posts/:id', lazy: page(() => import('./writing/editor/editor-page.tsx'), 'EditorPage') },
          { path: 'series', lazy: page(() => import('./writing/series/series-list-page.tsx'), 'SeriesListPage') },
          { path: 'series/:id', lazy: page(() => import('./writing/series/series-page.tsx'), 'SeriesPage') },
          { path: 'calendar', lazy: page(() => import('./writing/calendar/calendar-page.tsx'), 'CalendarPage') },
          { path: 'import', lazy: page(() => import('./writing/import/import-page.tsx'), 'ImportPage') },
          { path: 'redirects', lazy: page(() => import('./writing/redirects/redirects-page.tsx'), 'RedirectsPage') },
          { path: 'media', lazy: page(() => import('./writing/media/media-page.tsx'), 'MediaPage') },
          { path: 'statistics', lazy: page(() => import('./reading/statistics-page.tsx'), 'StatisticsPage') },
          { path: 'sales', lazy: page(() => import('./reading/sales-page.tsx'), 'SalesPage') },
          settings,
          admin,
          { path: '*', Component: MissingPage },
        ],
      },
    ],
  },
])

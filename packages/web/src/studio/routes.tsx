import { createBrowserRouter, redirect } from 'react-router'
import { MissingPage, RouteFailure } from './failure-pages/route-failure.tsx'
import { PostsPage } from './posts/posts-page.tsx'
import { Layout } from './shell/layout.tsx'
import { StudioSkeleton } from './shell/studio-skeleton.tsx'

// The list of posts is part of the first load; other pages are loaded when they are opened.
const editor = async () => ({ Component: (await import('./editor/editor-page.tsx')).EditorPage })

const settings = {
  path: 'settings',
  lazy: async () => ({ Component: (await import('./settings/settings-layout.tsx')).SettingsLayout }),
  children: [
    { index: true, loader: () => redirect('/studio/settings/profile') },
    {
      path: 'profile',
      lazy: async () => ({ Component: (await import('./settings/profile/profile-page.tsx')).ProfilePage }),
    },
    {
      path: 'security',
      lazy: async () => ({ Component: (await import('./settings/security/security-page.tsx')).SecurityPage }),
    },
    {
      path: 'tokens',
      lazy: async () => ({ Component: (await import('./settings/tokens/tokens-page.tsx')).TokensPage }),
    },
    {
      path: 'assistants',
      lazy: async () => ({ Component: (await import('./settings/assistants-page.tsx')).AssistantsPage }),
    },
    {
      path: 'webhooks',
      lazy: async () => ({ Component: (await import('./settings/webhooks/webhooks-page.tsx')).WebhooksPage }),
    },
    {
      path: 'webhooks/:id',
      lazy: async () => ({ Component: (await import('./settings/webhooks/webhook-page.tsx')).WebhookPage }),
    },
    {
      path: 'sessions',
      lazy: async () => ({ Component: (await import('./settings/sessions-page.tsx')).SessionsPage }),
    },
    { path: 'plan', lazy: async () => ({ Component: (await import('./settings/plan-page.tsx')).PlanPage }) },
  ],
}

const admin = {
  path: 'admin',
  lazy: async () => ({ Component: (await import('./admin/admin-layout.tsx')).AdminLayout }),
  children: [
    { index: true, loader: () => redirect('/studio/admin/overview') },
    { path: 'overview', lazy: async () => ({ Component: (await import('./admin/overview-page.tsx')).OverviewPage }) },
    { path: 'reports', lazy: async () => ({ Component: (await import('./admin/reports-page.tsx')).ReportsPage }) },
    { path: 'posts', lazy: async () => ({ Component: (await import('./admin/content-pages.tsx')).AdminPostsPage }) },
    {
      path: 'comments',
      lazy: async () => ({ Component: (await import('./admin/content-pages.tsx')).AdminCommentsPage }),
    },
    { path: 'users', lazy: async () => ({ Component: (await import('./admin/users-page.tsx')).UsersPage }) },
    {
      path: 'invitations',
      lazy: async () => ({ Component: (await import('./admin/invitations/invitations-page.tsx')).InvitationsPage }),
    },
    { path: 'audit', lazy: async () => ({ Component: (await import('./admin/audit-page.tsx')).AuditPage }) },
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
          { path: 'trash', lazy: async () => ({ Component: (await import('./posts/trash-page.tsx')).TrashPage }) },
          { path: 'posts', loader: () => redirect('/studio') },
          // One route for `new` and for an id: the page stays when a new post gets its id.
          { path: 'posts/:id', lazy: editor },
          {
            path: 'series',
            lazy: async () => ({ Component: (await import('./series/series-list-page.tsx')).SeriesListPage }),
          },
          {
            path: 'series/:id',
            lazy: async () => ({ Component: (await import('./series/series-page.tsx')).SeriesPage }),
          },
          {
            path: 'calendar',
            lazy: async () => ({ Component: (await import('./calendar/calendar-page.tsx')).CalendarPage }),
          },
          { path: 'import', lazy: async () => ({ Component: (await import('./import/import-page.tsx')).ImportPage }) },
          {
            path: 'redirects',
            lazy: async () => ({ Component: (await import('./redirects/redirects-page.tsx')).RedirectsPage }),
          },
          { path: 'media', lazy: async () => ({ Component: (await import('./media/media-page.tsx')).MediaPage }) },
          {
            path: 'statistics',
            lazy: async () => ({ Component: (await import('./statistics/statistics-page.tsx')).StatisticsPage }),
          },
          { path: 'sales', lazy: async () => ({ Component: (await import('./sales/sales-page.tsx')).SalesPage }) },
          settings,
          admin,
          { path: '*', Component: MissingPage },
        ],
      },
    ],
  },
])

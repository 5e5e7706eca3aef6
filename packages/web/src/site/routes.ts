import { accountRoutes } from './accounts/account-routes.ts'
import { redirect } from './answer.ts'
import { deleteComment, reactTo, sendComment } from './article/article-actions.ts'
import { articlePage } from './article/article-page.ts'
import { deviceRoutes } from './devices/device-routes.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { authorizePage, decideAuthorize } from './oauth/authorize-page.ts'
import { categoriesPage, categoryPage } from './pages/category-pages.ts'
import { homePage } from './pages/home-page.ts'
import { rankingPage } from './pages/ranking-page.ts'
import { studioShell } from './pages/studio-shell.ts'
import { tagPage } from './pages/tag-page.ts'
import { READING_PATHS } from './paths.ts'
import { savePreferences } from './preferences/save-preferences.ts'
import { previewPage } from './previews/preview-page.ts'
import { followAuthor } from './profile/follow-author.ts'
import { profilePage } from './profile/profile-page.ts'
import { purchaseRoutes } from './purchases/purchase-routes.ts'
import { readingPage } from './reading/reading-pages.ts'
import { reportPage, sendReport } from './reports/report-page.ts'
import { get, post, type Route } from './router.ts'
import { searchPage } from './search/search-page.ts'
import { seriesPage } from './series/series-page.ts'

/** All pages, forms and feeds of the site. The first match is used. */
export const routes: readonly Route[] = [
  get('/', homePage),
  get('/ranking', () => redirect('/ranking/trending', 301)),
  get('/ranking/:type', rankingPage),
  get('/categories', categoriesPage),
  get('/categories/:value', categoryPage),
  get('/tags/:tag', tagPage),
  get('/search', searchPage),
  get(READING_PATHS.feed, readingPage('feed')),
  get(READING_PATHS.saved, readingPage('saved')),
  get(READING_PATHS.liked, readingPage('liked')),
  get(READING_PATHS.authors, readingPage('authors')),
  ...notificationRoutes,
  get(READING_PATHS.bought, readingPage('bought')),
  ...accountRoutes,
  ...deviceRoutes,
  get('/oauth/authorize', authorizePage),
  post('/oauth/authorize', decideAuthorize),
  get('/report', reportPage),
  post('/report', sendReport),
  ...feedRoutes,
  get('/@:username', profilePage),
  post('/@:username/follow', followAuthor),
  get('/@:username/series/:slug', seriesPage),
  get('/@:username/:slug', articlePage),
  ...purchaseRoutes,
  post('/@:username/:slug/like', reactTo('like')),
  post('/@:username/:slug/save', reactTo('save')),
  post('/@:username/:slug/resonance', reactTo('resonance')),
  post('/@:username/:slug/comments', sendComment),
  post('/@:username/:slug/comments/:id/delete', deleteComment),
  get('/preview', previewPage),
  get('/studio', studioShell),
  get('/studio/*', studioShell),
  post('/preferences', savePreferences),
]

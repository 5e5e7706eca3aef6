import { notificationRoutes } from './delivery/notification-routes.ts'
import { accountRoutes } from './identity/accounts/account-routes.ts'
import { deviceRoutes } from './identity/devices/device-routes.ts'
import { authorizePage, decideAuthorize } from './identity/oauth/authorize-page.ts'
import { savePreferences } from './identity/preferences/save-preferences.ts'
import { reportPage, sendReport } from './moderation/report-page.ts'
import { READING_PATHS } from './paths.ts'
import { deleteComment, reactTo, sendComment } from './reading/article/article-actions.ts'
import { articlePage } from './reading/article/article-page.ts'
import { feedRoutes } from './reading/feeds/feed-routes.ts'
import { readingPage } from './reading/lists/reading-pages.ts'
import { categoriesPage, categoryPage } from './reading/pages/category-pages.ts'
import { homePage } from './reading/pages/home-page.ts'
import { rankingPage } from './reading/pages/ranking-page.ts'
import { studioShell } from './reading/pages/studio-shell.ts'
import { tagPage } from './reading/pages/tag-page.ts'
import { followAuthor } from './reading/profile/follow-author.ts'
import { profilePage } from './reading/profile/profile-page.ts'
import { searchPage } from './reading/search/search-page.ts'
import { seriesPage } from './reading/series/series-page.ts'
import { redirect } from './respond.ts'
import { get, post, type Route } from './router.ts'
import { purchaseRoutes } from './selling/purchase-routes.ts'
import { previewPage } from './writing/preview-page.ts'

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

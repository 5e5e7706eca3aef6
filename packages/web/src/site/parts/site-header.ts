import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { isUnnamed } from '../document/identity.ts'
import { attributes, type Html, html } from '../html.ts'
import type { ReaderState } from '../page-reads.ts'
import type { PageRequest } from '../page-request.ts'
import { logInPath, NOTIFICATIONS_PATH, profilePath, READING_PATHS } from '../paths.ts'
import type { Site } from '../site-request.ts'
import { languageOf } from '../texts.ts'
import { avatar } from './avatar.ts'
import { newsIcon, searchIcon, siteMark } from './icons.ts'

export function siteHeader(
  request: PageRequest,
  reader: ReaderState | null,
  { hasSearch }: { hasSearch: boolean },
): Html {
  const { t, url, site } = request
  const places = [
    { href: '/', label: t.frontPage, current: url.pathname === '/' },
    { href: '/ranking/trending', label: t.rankings, current: url.pathname.startsWith('/ranking/') },
    { href: '/categories', label: t.categories, current: url.pathname.startsWith('/categories') },
    ...(reader === null ? [] : [{ href: READING_PATHS.feed, label: t.reading, current: isReading(url.pathname) }]),
  ]
  return html`<header class="masthead">
<a class="wordmark" href="/">${logo(site)}<span>${site.name}</span></a>
<nav class="places" aria-label="${site.name}"><ul>
${places.map(
  ({ href, label, current }) =>
    html`<li><a href="${href}"${attributes({ 'aria-current': current ? 'page' : null })}>${label}</a></li>\n`,
)}</ul></nav>
${hasSearch && headerSearch(request)}
<div class="account">${reader === null ? anonymousLinks(request) : readerLinks(request, reader)}</div>
</header>`
}

const isReading = (path: string): boolean => Object.values<string>(READING_PATHS).includes(path)

/** Beside the name, which screen readers read. */
function logo(site: Site): Html | null {
  if (site.logo !== null) return html`<img class="logo" src="${site.logo.href}" alt="" height="28">`
  return isUnnamed(site) ? siteMark : null
}

/** On small screens only the link is shown. */
const headerSearch = ({ t }: PageRequest): Html => html`<search class="masthead-search">
<a class="masthead-search-link" href="/search" aria-label="${t.search.title}">${searchIcon}</a>
<form action="/search" data-island="search">
<input type="search" name="q" maxlength="${SEARCH_QUERY_MAX_CHARACTERS}" placeholder="${t.searchArticles}" aria-label="${t.searchArticles}" aria-keyshortcuts="/" autocomplete="off">
<button type="submit" aria-label="${t.search.title}">${searchIcon}</button>
</form>
</search>`

function anonymousLinks({ t, url, site }: PageRequest): Html {
  const here = ['/login', '/signup', '/setup', '/password-reset', '/verify-email'].includes(url.pathname)
    ? '/'
    : url.pathname + url.search
  return html`<a href="${logInPath(here)}">${t.logIn}</a>
${site.signups === 'open' && html`<a class="button" href="/signup?next=${encodeURIComponent(here)}">${t.signUp}</a>`}`
}

function readerLinks({ t, site }: PageRequest, { me, unread }: ReaderState): Html {
  return html`<a href="/studio">${t.studio}</a>
<a class="account-news" href="${NOTIFICATIONS_PATH}">${newsIcon}<span class="hidden">${t.notifications.title}</span>${unread > 0 && html` <span class="account-unread" aria-label="${t.unreadCount(unread)}">${unread > 99 ? '99+' : unread}</span>`}</a>
<a class="account-self" href="${profilePath(me.username)}">${avatar(site, me, 24)}<span class="hidden" lang="${languageOf(me.display_name)}">${me.display_name}</span></a>
<form method="post" action="/logout"><button class="quiet" type="submit">${t.logOut}</button></form>`
}

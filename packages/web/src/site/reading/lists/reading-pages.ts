import type { FollowedAuthor, PublicPostList } from '@galley/client'
import { notFoundPage } from '../../error-pages.ts'
import { type Html, html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import { avatar } from '../../parts/avatar.ts'
import { followForm } from '../../parts/follow-form.ts'
import { POSTS_PER_PAGE, pager, readPageNumber } from '../../parts/pager.ts'
import { emptyList, postList } from '../../parts/post-list.ts'
import { tabs } from '../../parts/tabs.ts'
import { verifiedBadge } from '../../parts/verified-badge.ts'
import { profilePath, READING_PATHS, type ReadingList, withQuery } from '../../paths.ts'
import type { Handler } from '../../router.ts'
import { purchaseList } from '../../selling/purchase-list.ts'
import type { SiteResponse } from '../../site-request.ts'
import { languageOf } from '../../texts.ts'

interface Shown {
  readonly isEmpty: boolean
  readonly total: number
  readonly body: Html
}

type Page = { readonly limit: number; readonly offset: number }

/** Without a session, the API answers 401, and the site asks the reader to log in. */
const LISTS: Record<ReadingList, (request: PageRequest, page: Page) => Promise<Shown>> = {
  feed: async (request, page) => showPosts(request, await request.client.reader.feed(page)),
  saved: async (request, page) => showPosts(request, await request.client.reader.saved(page)),
  liked: async (request, page) => showPosts(request, await request.client.reader.liked(page)),
  authors: async (request, page) => {
    const { users, total } = await request.client.reader.following(page)
    const body = html`<ul class="people">\n${users.map(user => html`<li>${person(request, user)}</li>\n`)}</ul>`
    return { isEmpty: users.length === 0, total, body }
  },
  bought: async (request, page) => {
    const { purchases, total } = await request.client.purchases.list(page)
    return { isEmpty: purchases.length === 0, total, body: purchaseList(request, purchases) }
  },
}

const showPosts = (request: PageRequest, { posts, total }: PublicPostList): Shown => ({
  isEmpty: posts.length === 0,
  total,
  body: postList(request, posts, { lead: false, ofOneCategory: false, ofOneAuthor: false }),
})

/** A page of the reader's own lists. */
export const readingPage =
  (list: ReadingList): Handler =>
  async (request): Promise<SiteResponse> => {
    const { t, url } = request
    const current = readPageNumber(url)
    if (current === undefined) return notFoundPage(request)
    const shown = await LISTS[list](request, { limit: POSTS_PER_PAGE, offset: (current - 1) * POSTS_PER_PAGE })
    if (shown.isEmpty && current > 1) return notFoundPage(request)
    return page(request, {
      title: t.readingNames[list],
      noindex: true,
      main: html`<div class="column">
<header class="page-head"><h1>${t.reading}</h1></header>
${readingTabs(request, list)}
${shown.isEmpty ? nothing(request, list) : shown.body}
${pager(request, { current, total: shown.total, href: page => withQuery(READING_PATHS[list], { page: page === 1 ? null : page }) })}
</div>`,
    })
  }

function readingTabs({ t }: PageRequest, current: ReadingList): Html {
  const lists = Object.keys(READING_PATHS) as ReadingList[]
  return tabs(
    t.reading,
    lists.map(list => ({ label: t.readingNames[list], href: READING_PATHS[list], current: list === current })),
  )
}

/** What the list is for, and where to start. */
function nothing({ t }: PageRequest, list: ReadingList): Html {
  const { title, text } = t.readingEmpty[list]
  return emptyList(title, text, html`<a class="button" href="/ranking/weekly">${t.readThisWeek}</a>`)
}

function person(request: PageRequest, user: FollowedAuthor): Html {
  const { username, display_name, bio, is_verified } = user
  return html`<div class="person">
${avatar(request.site, user, 32)}
<div class="person-text">
<h2 class="person-name"><a href="${profilePath(username)}" lang="${languageOf(display_name)}">${display_name}</a>${is_verified && verifiedBadge(request)}</h2>
${bio && html`<p class="person-bio" lang="${languageOf(bio)}">${bio}</p>`}
</div>
${followForm(request, { username, following: true, back: READING_PATHS.authors })}
</div>`
}

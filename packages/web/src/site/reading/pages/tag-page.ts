import { TAG_MAX_CHARACTERS } from '@galley/contract/limits'
import { notFoundPage } from '../../error-pages.ts'
import { html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import { tagPath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'
import { languageOf } from '../../texts.ts'
import { listPosts } from './post-list-page.ts'

export async function tagPage(request: PageRequest, params: Params): Promise<SiteResponse> {
  const { t } = request
  const tag = params['tag'] ?? ''
  // Too long for a tag, or not valid text.
  if ([...tag].length > TAG_MAX_CHARACTERS || tag.trim() === '' || !tag.isWellFormed() || tag.includes('\0')) {
    return notFoundPage(request)
  }
  // Other spellings of an address lead to one page.
  if (tag.trim() !== tag) return redirect(tagPath(tag.trim()) + request.url.search, 301)
  const listed = await listPosts(request, { path: tagPath(tag), tag })
  if (listed === undefined) return notFoundPage(request)
  return page(request, {
    title: `#${tag}`,
    description: t.tagText(tag),
    canonical: listed.canonical,
    // Unused tags are not indexed, because any word would be a valid address.
    noindex: listed.isEmpty,
    feed: { href: `${tagPath(tag)}/feed.xml`, title: `#${tag} — ${request.site.name}` },
    main: html`<div class="column">
<header class="page-head"><p class="label">${t.tag}</p><h1 lang="${languageOf(tag)}"><span class="hash">#</span>${tag}</h1></header>
${listed.body}
</div>`,
  })
}

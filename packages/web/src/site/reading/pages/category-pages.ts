import { CATEGORIES } from '@galley/contract/writing/categories'
import { notFoundPage } from '../../error-pages.ts'
import { html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import { categoryPath } from '../../paths.ts'
import type { Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'
import { listPosts } from './post-list-page.ts'

export function categoriesPage(request: PageRequest): Promise<SiteResponse> {
  const { t } = request
  return page(request, {
    title: t.categories,
    description: t.categoriesText,
    canonical: '/categories',
    main: html`<div class="column">
<header class="page-head"><h1>${t.categories}</h1><p class="page-intro">${t.categoriesText}</p></header>
<ul class="category-index">
${CATEGORIES.map(({ value }) => html`<li><a href="${categoryPath(value)}">${t.categoryNames[value]}</a></li>\n`)}</ul>
</div>`,
  })
}

export async function categoryPage(request: PageRequest, params: Params): Promise<SiteResponse> {
  const { t } = request
  const category = CATEGORIES.find(({ value }) => value === params['value'])?.value
  if (category === undefined) return notFoundPage(request)
  const listed = await listPosts(request, { path: categoryPath(category), category })
  if (listed === undefined) return notFoundPage(request)
  const name = t.categoryNames[category]
  return page(request, {
    title: name,
    description: t.categoryText(name),
    canonical: listed.canonical,
    feed: { href: `${categoryPath(category)}/feed.xml`, title: `${name} — ${request.site.name}` },
    main: html`<div class="column">
<header class="page-head"><p class="label"><a href="/categories">${t.categories}</a></p><h1>${name}</h1></header>
${listed.body}
</div>`,
  })
}

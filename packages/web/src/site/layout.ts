import { iconLinks, siteHeadline } from './document/identity.ts'
import { openGraph } from './document/open-graph.ts'
import { attributes, Html, html } from './html.ts'
import { type PageRequest, USER_FIELD, userOf } from './page-request.ts'
import { siteFooter } from './parts/site-footer.ts'
import { siteHeader } from './parts/site-header.ts'
import { document } from './respond.ts'
import type { SiteResponse } from './site-request.ts'

export interface PageContent {
  /** The document title; the site's name is appended. Null for the front page. */
  readonly title: string | null
  readonly main: Html
  readonly description?: string | null | undefined
  /** The canonical path of this page, if it has one. */
  readonly canonical?: string | undefined
  /** The address of the original on another site. Search engines are pointed there instead. */
  readonly original?: string | null | undefined
  readonly noindex?: boolean
  /** The path of a feed with the posts of this page. */
  readonly feed?: { readonly href: string; readonly title: string } | undefined
  /** Additional elements of the head: Open Graph, structured data. */
  readonly head?: Html
  /** The page has a search field of its own, so the header has none. */
  readonly hasSearchField?: boolean
  readonly status?: number
}

/** The layout of every page. */
export async function page(request: PageRequest, content: PageContent): Promise<SiteResponse> {
  const { site, language, theme, t } = request
  const [state, isNew] = await Promise.all([request.readReader(), lacksAdmin(request)])
  const reader = state?.me ?? null
  const {
    title,
    description,
    canonical,
    original,
    noindex,
    feed,
    head,
    main,
    hasSearchField = false,
    status = 200,
  } = content
  const markup = html`<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === null ? siteHeadline(request) : `${title} — ${site.name}`}</title>
${description && html`<meta name="description" content="${description}">`}
${canonical && html`<link rel="canonical" href="${original ?? site.publicUrl.origin + canonical}">`}
${noindex && html`<meta name="robots" content="noindex">`}
<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
${iconLinks(site)}
<link rel="manifest" href="/manifest.webmanifest">
<link rel="search" type="application/opensearchdescription+xml" title="${site.name}" href="/opensearch.xml">
<link rel="stylesheet" href="${site.assets.site.style}">
${site.assets.site.preloads.map(file => html`<link rel="modulepreload" href="${file}">`)}
<script type="module" src="${site.assets.site.script}"></script>
${feed && html`<link rel="alternate" type="application/rss+xml" title="${feed.title}" href="${feed.href}">`}
${head ?? (canonical && openGraph(request, { type: 'website', title: title ?? site.name, description, path: canonical, language }))}
</head>
<body${attributes({ 'data-user': reader?.id })}>
<a class="skip" href="#main">${t.skipToContent}</a>
${siteHeader(request, state, { hasSearch: !hasSearchField })}
<main id="main" tabindex="-1">
${isNew && html`<p class="setup-notice">${t.noAdministrator}</p>`}
${main}
</main>
${siteFooter(request)}
</body>
</html>
`
  return document(site, withUser(markup, userOf(request.form) ?? reader?.id), { status })
}

/** Each form names its user, so that it is never sent with the session of somebody who has logged in since. */
function withUser(page: Html, user: string | undefined): Html {
  if (user === undefined) return page
  const field = html`<input type="hidden" name="${USER_FIELD}" value="${user}">`
  // What readers share has no forms.
  const withField = (text: string) => text.replaceAll(/<form [^>]*method="post"[^>]*>/g, form => form + field.markup)
  return new Html(...page.pieces.map(piece => (typeof piece === 'string' ? withField(piece) : piece)))
}

/** Asked on the pages that are opened first on a new server. They are shown even if there is no response. */
async function lacksAdmin({ site, url, report }: PageRequest): Promise<boolean> {
  if (!['/', '/login', '/signup'].includes(url.pathname)) return false
  try {
    return await site.lacksAdmin()
  } catch (error) {
    report(error)
    return false
  }
}

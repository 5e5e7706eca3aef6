import { type Html, html } from '../html.ts'
import type { Language } from '../i18n.ts'
import type { PageRequest } from '../page-request.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', ja: 'ja_JP' }

export interface LinkedPage {
  readonly type: 'website' | 'article' | 'profile'
  readonly title: string
  readonly description: string | null | undefined
  /** The path of the page. */
  readonly path: string
  readonly language: Language
  /** An absolute URL; without one, the site's own picture is used. */
  readonly image?: string | null
}

/** The preview of a page on other sites. */
export function openGraph({ site, t }: PageRequest, linked: LinkedPage): Html {
  const { type, title, description, path, language, image } = linked
  // Portraits are small squares; all other pictures fill the card.
  const card = type === 'profile' && image ? 'summary' : 'summary_large_image'
  return html`<meta property="og:type" content="${type}">
<meta property="og:site_name" content="${t.siteName}">
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">`}
<meta property="og:url" content="${site.publicUrl.origin}${path}">
<meta property="og:locale" content="${LOCALES[language]}">
<meta property="og:image" content="${image ?? `${site.publicUrl.origin}/og-image.png`}">
<meta name="twitter:card" content="${card}">`
}

import type { Language } from '@galley/contract/identity/languages'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { isUnnamed, rasterLogoUrl } from './identity.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', ja: 'ja_JP' }

export interface LinkedPage {
  readonly type: 'website' | 'article' | 'profile'
  readonly title: string
  readonly description: string | null | undefined
  readonly path: string
  readonly language: Language
  /** An absolute URL; without one, the site's logo is used. */
  readonly image?: string | null
}

/** The preview of a page on other sites. */
export function openGraph({ site }: PageRequest, linked: LinkedPage): Html {
  const { type, title, description, path, language } = linked
  const ours = isUnnamed(site) ? `${site.publicUrl.origin}/og-image.png` : null
  const image = linked.image ?? rasterLogoUrl(site) ?? ours
  // Portraits and logos are small squares; all other pictures fill the card.
  const isLarge = type === 'profile' ? image === ours : Boolean(linked.image) || image === ours
  const card = image !== null && isLarge ? 'summary_large_image' : 'summary'
  return html`<meta property="og:type" content="${type}">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">`}
<meta property="og:url" content="${site.publicUrl.origin}${path}">
<meta property="og:locale" content="${LOCALES[language]}">
${image && html`<meta property="og:image" content="${image}">`}
<meta name="twitter:card" content="${card}">`
}

import { attributes, type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import type { Site } from '../site-request.ts'

const OUR_NAME = 'Galley'

/** Our own name, logo and slogan are used as long as the operator has not chosen a name or a logo. */
export const isUnnamed = ({ name, logo }: Site): boolean => name === OUR_NAME && logo === null

/** The site in a few words, if there are any. */
const siteTagline = ({ site, t }: PageRequest): string | null =>
  site.description ?? (isUnnamed(site) ? t.siteTagline : null)

export const siteDescription = ({ site, t }: PageRequest): string => site.description ?? t.siteDescription

/** The name, with the slogan if there is one: for the front page. */
export function siteHeadline(request: PageRequest): string {
  const tagline = siteTagline(request)
  return tagline === null ? request.site.name : `${request.site.name} — ${tagline}`
}

/** The logo as an absolute address; null without one. */
export const logoUrl = ({ logo, publicUrl }: Site): string | null =>
  logo === null ? null : new URL(logo.href, publicUrl.origin).href

/** The logo as an address for programs that do not draw SVG: previews on other sites, home screens. */
export function rasterLogoUrl(site: Site): string | null {
  const isSvg = site.logo?.file?.type === 'image/svg+xml' || /\.svg(?:[?#]|$)/i.test(site.logo?.href ?? '')
  return isSvg ? null : logoUrl(site)
}

/** Icons of the browser's tab and of home screens. */
export function iconLinks(site: Site): Html {
  const touchIcon = isUnnamed(site) ? '/touch-icon.png' : rasterLogoUrl(site)
  const type = site.logo === null ? 'image/svg+xml' : site.logo.file?.type
  return html`<link rel="icon" href="${site.logo?.href ?? '/favicon.svg'}"${attributes({ type })}>
${touchIcon !== null && html`<link rel="apple-touch-icon" href="${touchIcon}">`}`
}

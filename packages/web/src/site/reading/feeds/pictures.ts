import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUnnamed } from '../../document/identity.ts'
import { notFoundPage } from '../../error-pages.ts'
import type { PageRequest } from '../../page-request.ts'
import { redirect, text } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'
import { xml } from '../../xml.ts'

const CACHE_ONE_DAY = { 'cache-control': 'public, max-age=86400', vary: 'Accept-Encoding' }

const read = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, name))

/** /favicon.svg: our logo, or the first letter of the name that the operator has chosen. */
export async function favicon({ site }: PageRequest): Promise<SiteResponse> {
  const picture = isUnnamed(site) ? (await read('mark.svg')).toString() : initial(site.name)
  return text('image/svg+xml', picture, CACHE_ONE_DAY)
}

function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return xml`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="4" fill="#0f6049"/><text x="16" y="23" font-family="serif" font-size="20" text-anchor="middle" fill="#fff">${first?.segment.toUpperCase() ?? ''}</text></svg>`
    .markup
}

/** /site-logo: the operator's file. */
export function siteLogo(request: PageRequest): SiteResponse | Promise<SiteResponse> {
  const file = request.site.logo?.file
  if (!file) return notFoundPage(request)
  // An SVG may have styles. Nothing else is allowed in case it is opened by itself.
  const policy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
  return {
    status: 200,
    headers: { 'content-type': file.type, ...policy, ...CACHE_ONE_DAY },
    cookies: [],
    body: file.bytes,
  }
}

/** /favicon.ico: browsers request it without a link. */
export const faviconIco = (): SiteResponse => redirect('/favicon.svg', 301)

/** /touch-icon.png: 180 pixels square, for home screens. */
export const touchIcon = (): Promise<SiteResponse> => png('touch-icon.png')

/** /og-image.png: the preview picture for pages that have none of their own. */
export const openGraphImage = (): Promise<SiteResponse> => png('og-image.png')

async function png(name: string): Promise<SiteResponse> {
  return {
    status: 200,
    headers: { 'content-type': 'image/png', ...CACHE_ONE_DAY },
    cookies: [],
    body: await read(name),
  }
}

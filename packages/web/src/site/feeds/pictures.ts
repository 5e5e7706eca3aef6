import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { redirect, text } from '../answer.ts'
import type { SiteResponse } from '../site-request.ts'

const CACHE_ONE_DAY = { 'cache-control': 'public, max-age=86400', vary: 'Accept-Encoding' }

const read = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, name))

/** /favicon.svg: the site's logo. The two pictures below show the same. */
export async function favicon(): Promise<SiteResponse> {
  return text('image/svg+xml', (await read('mark.svg')).toString(), CACHE_ONE_DAY)
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

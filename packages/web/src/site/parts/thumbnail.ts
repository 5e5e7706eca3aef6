import { type Html, html } from '../html.ts'
import { imageAddress } from '../image-address.ts'
import type { Site } from '../site-request.ts'

interface Pictured {
  readonly href: string
  readonly address: string | null
  /** It is at the top of the page, so it need not wait until it is scrolled to. */
  readonly first?: boolean
}

/** A post's picture as a second link to the post. Screen readers and the Tab key have the title's link, so it is skipped. */
export function thumbnail(site: Site, { href, address, first = false }: Pictured): Html | null {
  const src = imageAddress(site, address)
  if (src === null) return null
  return html`<a class="thumbnail" href="${href}" tabindex="-1" aria-hidden="true"><img src="${src}" alt="" width="320" height="180" loading="${first ? 'eager' : 'lazy'}" decoding="async"></a>`
}

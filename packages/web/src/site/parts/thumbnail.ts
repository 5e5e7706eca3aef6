import { imageAddress } from '../document/image-address.ts'
import { withResponsiveImages } from '../document/responsive-images.ts'
import { type Html, html } from '../html.ts'
import type { Site } from '../site-request.ts'

/** The widths in lists, and of the first post of the front page. */
const LIST_SIZES = '(min-width: 60rem) 14rem, 7rem'
const LEAD_SIZES = '(min-width: 60rem) 40rem, 100vw'

interface Thumbnail {
  readonly href: string
  readonly address: string | null
  /** At the top of the page, so it is loaded eagerly. */
  readonly first?: boolean
}

/** A post's picture as a second link to the post. Screen readers and the Tab key skip it in favour of the title's link. */
export function thumbnail(site: Site, { href, address, first = false }: Thumbnail): Html | null {
  const src = imageAddress(site, address)
  if (src === null) return null
  const picture = html`<a class="thumbnail" href="${href}" tabindex="-1" aria-hidden="true"><img src="${src}" alt="" width="320" height="180" loading="${first ? 'eager' : 'lazy'}" decoding="async"></a>`
  return withResponsiveImages(site, picture, first ? LEAD_SIZES : LIST_SIZES)
}

import type { Author } from '@galley/client'
import { imageAddress } from '../document/image-address.ts'
import { type Html, html } from '../html.ts'
import type { Site } from '../site-request.ts'

/** The user's picture, or the first letter of the name. Hidden from screen readers, because the name is beside it. */
export function avatar(site: Site, { display_name, avatar_url }: Omit<Author, 'username'>, size: 24 | 32 | 88): Html {
  const address = imageAddress(site, avatar_url)
  if (address !== null) {
    return html`<img class="avatar avatar-${size}" src="${address}" alt="" width="${size}" height="${size}" loading="lazy" decoding="async">`
  }
  return html`<span class="avatar avatar-${size}" aria-hidden="true">${firstLetter(display_name)}</span>`
}

const letters = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** By grapheme: an emoji of several code points is one letter. Most names begin with letters that need no search for it. */
const firstLetter = (name: string) =>
  /^[a-z]{2}/i.test(name)
    ? name[0]?.toUpperCase()
    : (letters.segment(name.trim()).containing(0)?.segment.toUpperCase() ?? '·')

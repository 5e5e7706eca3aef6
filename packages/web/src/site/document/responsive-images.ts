import { imageSizeOf, imageVariantsOf } from '@galley/contract/writing/image-names'
import { type Html, raw } from '../html.ts'
import type { Site } from '../site-request.ts'

/** The width of the text column. */
const TEXT_WIDTH = '43rem'
const TEXT_SIZES = `(min-width: 46rem) ${TEXT_WIDTH}, 100vw`

/** Only in our own markup, whose attributes are quoted and escaped. */
const IMAGE = /<img src="([^"]*)"((?: [a-z]+="[^"]*")*)/g

const WRITTEN_WIDTH = / width="(\d+)"[^>]* class="sized"/

/** Adds smaller copies to the images of markup; `sizes` are the widths at which they are shown, if the author wrote none. */
export function withResponsiveImages(site: Site, { markup }: Html, sizes = TEXT_SIZES): Html {
  return raw(
    markup.replaceAll(IMAGE, (tag, src: string, attributes: string) => {
      const srcset = srcsetOf(site, src)
      if (srcset === null) return tag
      const [, width] = WRITTEN_WIDTH.exec(attributes) ?? []
      const shown = width === undefined ? sizes : `min(${width}px, ${TEXT_WIDTH}, 100vw)`
      return `<img srcset="${srcset}" sizes="${shown}" src="${src}"${attributes}`
    }),
  )
}

/**
 * The smaller copies of one of our own images, with the original as the largest; null for other images. The copies are
 * always served by this site, also if the originals are in a bucket.
 */
function srcsetOf({ imageOrigins }: Site, address: string): string | null {
  if (!URL.canParse(address) || !imageOrigins.includes(new URL(address).origin)) return null
  const variants = imageVariantsOf(address)
  const size = imageSizeOf(address)
  if (variants.length === 0 || size === undefined) return null
  const copies = variants.map(({ path, width }) => `/media/${path} ${width}w`)
  return [...copies, `${address} ${size.width}w`].join(', ')
}

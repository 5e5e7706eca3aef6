export interface ImageSize {
  readonly width: number
  readonly height: number
}

const STORED =
  /\/posts\/[0-9a-f-]{36}\/(?:[0-9a-f-]{36}\/thumbnail-)?([0-9a-f]{4})([0-9a-f]{4})-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.(?:jpg|png|gif|webp)$/

/**
 * The size of an uploaded image, read from its URL: the file name is a UUID of version 8, whose first four bytes are width
 * and height in pixels. A page can use it to avoid layout shifts. Undefined for images that were not uploaded here.
 */
export function imageSizeOf(url: string): ImageSize | undefined {
  const [, width = '', height = ''] = STORED.exec(url) ?? []
  const size = { width: Number.parseInt(width, 16), height: Number.parseInt(height, 16) }
  return size.width > 0 && size.height > 0 ? size : undefined
}

/** The widths of the smaller copies of an image. Few, so that each image causes little work. */
export const VARIANT_WIDTHS = [480, 960, 1600] as const

export interface ImageVariant {
  readonly width: number
  /** Below the address of the media. */
  readonly path: string
}

/**
 * The smaller copies of an uploaded image, as WebP. They are made when they are requested for the first time. None of a
 * GIF, which may be an animation, and of images whose size is not in their name.
 */
export function imageVariantsOf(url: string): ImageVariant[] {
  const [, name] = /\/posts\/([0-9a-f/a-z-]+)\.(?:jpg|png|webp)$/.exec(url) ?? []
  const size = imageSizeOf(url)
  if (name === undefined || size === undefined) return []
  return VARIANT_WIDTHS.filter(width => width < size.width).map(width => ({
    width,
    path: `variants/${name}-${width}.webp`,
  }))
}

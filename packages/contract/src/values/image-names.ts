export interface ImageSize {
  readonly width: number
  readonly height: number
}

const STORED =
  /\/posts\/[0-9a-f-]{36}\/(?:[0-9a-f-]{36}\/thumbnail-)?([0-9a-f]{4})([0-9a-f]{4})-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.(?:jpg|png|gif|webp)$/

/**
 * The size of an uploaded image, from its address: the name is a UUID of version 8, whose first four bytes are width and
 * height in pixels. So a page can leave room for it before it is there. Undefined for what was not stored here.
 */
export function imageSizeOf(url: string): ImageSize | undefined {
  const [, width = '', height = ''] = STORED.exec(url) ?? []
  const size = { width: Number.parseInt(width, 16), height: Number.parseInt(height, 16) }
  return size.width > 0 && size.height > 0 ? size : undefined
}

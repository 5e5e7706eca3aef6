/** The supported image types, and the file extension of each. */
export const IMAGE_EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const
export type ImageType = keyof typeof IMAGE_EXTENSIONS
export const IMAGE_TYPES = Object.keys(IMAGE_EXTENSIONS) as readonly ImageType[]

/** What can show an uploaded image. */
export const UPLOAD_USES = ['post', 'comment', 'profile', 'series'] as const
export type UploadUseType = (typeof UPLOAD_USES)[number]

import { IMAGE_MAX_BYTES } from '@galley/contract/limits'

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Checks that can be made before uploading; the server checks the content. */
export function pictureFault({ type, size }: File): 'pictureWrongType' | 'pictureTooLarge' | undefined {
  if (!IMAGE_TYPES.includes(type)) return 'pictureWrongType'
  return size > IMAGE_MAX_BYTES ? 'pictureTooLarge' : undefined
}

/** Reads the file as a data: URL, which needs no revoking. */
export function readPreview(file: File): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

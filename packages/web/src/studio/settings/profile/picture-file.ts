import { IMAGE_MAX_BYTES } from '@galley/contract/limits'

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** What can be said before anything is sent; the server looks at the bytes themselves. */
export function pictureFault({ type, size }: File): 'pictureWrongType' | 'pictureTooLarge' | undefined {
  if (!IMAGE_TYPES.includes(type)) return 'pictureWrongType'
  return size > IMAGE_MAX_BYTES ? 'pictureTooLarge' : undefined
}

/** As a data: address: there is nothing to give back afterwards. */
export function readPreview(file: File): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

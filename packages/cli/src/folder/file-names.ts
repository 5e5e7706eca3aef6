import { posix } from 'node:path'
import { IMAGE_EXTENSIONS } from '@galley/contract/writing/images'

const EXTENSIONS: ReadonlySet<string> = new Set([...Object.values(IMAGE_EXTENSIONS), 'jpeg'])

export const isImageName = (path: string): boolean => EXTENSIONS.has(posix.extname(path).slice(1).toLowerCase())

/** A file name from a title. */
export const fileNameOf = (title: string): string => `${slugOf(title) || 'post'}.md`

/** Letters and digits of any script, in lower case, as in the addresses of the server. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return [...words.replace(/^-+|-+$/g, '')].slice(0, 60).join('').replace(/-+$/, '')
}

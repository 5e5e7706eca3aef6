import { posix } from 'node:path'
import { IMAGE_EXTENSIONS } from '@galley/contract/writing/images'

const EXTENSIONS: ReadonlySet<string> = new Set([...Object.values(IMAGE_EXTENSIONS), 'jpeg'])

export const isImageName = (path: string): boolean => EXTENSIONS.has(posix.extname(path).slice(1).toLowerCase())

import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import type { FileError } from './file-error.ts'
import type { Folder } from './folder.ts'
import { localReferences } from './local-references.ts'

/** Images that the server would reject: too large, or not an image. Reported at the first post that shows each. */
export async function checkImages(folder: Folder): Promise<FileError[]> {
  const first = new Map<string, { file: string; line: number }>()
  for (const post of folder.posts) {
    const { targets, fields } = localReferences(folder, post)
    const uses = [
      ...[...targets].map(([reference, target]) => ({ target, line: post.contentLineOf(reference.start) })),
      ...[...fields].map(([field, target]) => ({ target, line: post.lineOf(field) })),
    ]
    for (const { target, line } of uses) {
      if (target.kind === 'image' && !first.has(target.path)) first.set(target.path, { file: post.path, line })
    }
  }
  const errors: FileError[] = []
  for (const [path, at] of first) {
    const absolute = join(folder.project.root, path)
    if ((await stat(absolute)).size > IMAGE_MAX_BYTES) {
      errors.push({ ...at, message: `${path} is larger than 10 MB.`, fix: 'Make the image smaller.' })
    } else if (!(await isImage(absolute))) {
      errors.push({
        ...at,
        message: `${path} is not a jpg, png, gif or webp image.`,
        fix: 'Convert it to one of these.',
      })
    }
  }
  return errors
}

async function isImage(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return hasSignature(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** The first bytes of jpg, png, gif and webp files. */
function hasSignature(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (text.startsWith('RIFF')) return text.slice(8) === 'WEBP'
  return bytes.toString('hex').startsWith('ffd8ff') || /^(?:\x89PNG|GIF8)/.test(text)
}

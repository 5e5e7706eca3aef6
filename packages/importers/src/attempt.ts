import { ArchiveError, FileError } from './archive/archive-error.ts'
import { ConversionError } from './html/html-to-markdown.ts'
import type { ImportedPost, ReadResult } from './imported-post.ts'

/** Thrown for a file that is not a post. */
export class NotAPost extends Error {}

/** Reads one post. A post that cannot be read is a result too, so that it does not stop the others. */
export async function attempt(
  source: string,
  title: string,
  read: () => ImportedPost | Promise<ImportedPost>,
): Promise<ReadResult> {
  try {
    return { post: await read() }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    const reason = error instanceof NotAPost ? 'skipped' : 'broken'
    return { unread: { source, title, reason, message: messageOf(error) } }
  }
}

function messageOf(error: unknown): string {
  if ([ConversionError, FileError, NotAPost].some(known => error instanceof known)) {
    return (error as Error).message
  }
  if (error instanceof RangeError) return 'The elements of the text are nested too deep.'
  return `It cannot be read: ${error instanceof Error ? error.message : String(error)}`
}

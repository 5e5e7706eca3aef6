import type { ImportedPost, ReadResult } from './imported-post.ts'
import { ArchiveError, FileError, NotAPostError, type Problem } from './problems/problem.ts'

/** Reads one post. A post that cannot be read is a result too, so that it does not stop the others. */
export async function tryConvert(
  source: string,
  title: string,
  read: () => ImportedPost | Promise<ImportedPost>,
): Promise<ReadResult> {
  try {
    return { post: await read() }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    const reason = error instanceof NotAPostError ? 'not_a_post' : 'broken'
    return { skipped: { source, title, reason, problem: problemOf(error) } }
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof FileError || error instanceof NotAPostError) return error.problem
  if (error instanceof RangeError) return { code: 'text_nested_too_deep' }
  return { code: 'unreadable', values: { error: error instanceof Error ? error.message : String(error) } }
}

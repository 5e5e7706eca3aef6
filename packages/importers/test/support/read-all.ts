import type { Archive } from '../../src/archive/archive.ts'
import type { ContentPart, ImportedPost, UnreadPost } from '../../src/imported-post.ts'
import type { ImportKind } from '../../src/kinds.ts'
import { DEFAULT_OPTIONS, type ReadOptions } from '../../src/read-options.ts'
import { readSource } from '../../src/read-source.ts'

export const NOW = new Date('2026-01-01T00:00:00Z')

/** All posts of an archive, and what was not read. */
export async function readAll(kind: ImportKind, archive: Archive, options: Partial<ReadOptions> = {}) {
  const source = await readSource(kind, archive, { ...DEFAULT_OPTIONS, now: NOW, ...options })
  const posts: ImportedPost[] = []
  const unread: UnreadPost[] = []
  for await (const result of source.results) {
    if ('post' in result) posts.push(result.post)
    else unread.push(result.unread)
  }
  return { posts, unread, total: source.total }
}

export const textOf = (content: readonly ContentPart[]): string =>
  content.map(part => (typeof part === 'string' ? part : part.address || part.original)).join('')

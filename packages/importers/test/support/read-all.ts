import type { Archive } from '../../src/archive/archive.ts'
import type { ContentPart, ReadResult } from '../../src/imported-post.ts'
import type { ImportKind } from '../../src/kinds.ts'
import { describeProblem } from '../../src/problems/describe-problem.ts'
import type { Problem } from '../../src/problems/problem.ts'
import { DEFAULT_OPTIONS, type ReadOptions } from '../../src/read-options.ts'
import { readSource } from '../../src/read-source.ts'

export const NOW = new Date('2026-01-01T00:00:00Z')

/** All posts of an archive, and what was not read. Problems are in English. */
export async function readAll(kind: ImportKind, archive: Archive, options: Partial<ReadOptions> = {}) {
  const source = await readSource(kind, archive, { ...DEFAULT_OPTIONS, now: NOW, ...options })
  const results: ReadResult[] = []
  for await (const result of source.results) results.push(result)
  return {
    posts: results.flatMap(result =>
      'post' in result ? { ...result.post, problems: result.post.problems.map(described) } : [],
    ),
    skipped: results.flatMap(result =>
      'post' in result ? [] : { ...result.skipped, ...described(result.skipped.problem) },
    ),
    total: source.total,
  }
}

const described = (problem: Problem) => ({ message: describeProblem(problem, 'en') })

export const textOf = (content: readonly ContentPart[]): string =>
  content.map(part => (typeof part === 'string' ? part : part.address || part.original)).join('')

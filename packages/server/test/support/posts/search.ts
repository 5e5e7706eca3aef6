import assert from 'node:assert/strict'
import type { SearchResult } from '@galley/contract/schemas/reading/search'
import { indexQueued } from '../../../src/reading/search/indexing/index-posts.ts'
import type { TestServer } from '../test-server.ts'
import { PUBLIC } from './public.ts'

/** Indexes all changed posts now. */
export async function indexChanges({ context }: TestServer): Promise<void> {
  while (await indexQueued(context)) {
    // A batch at a time.
  }
}

export async function search(
  server: TestServer,
  q: string,
  query: Record<string, string | number> = {},
): Promise<SearchResult> {
  const pairs = Object.entries({ q, ...query }).map(([name, value]): [string, string] => [name, String(value)])
  const response = await server.anyone.get(`${PUBLIC}/search?${new URLSearchParams(pairs)}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

/** The titles of the found posts, in order. */
export const titles = ({ posts }: SearchResult): string[] => posts.map(post => post.title)

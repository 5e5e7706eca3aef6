import assert from 'node:assert/strict'
import type { TrashedPost } from '@galley/contract/schemas/writing/posts'
import { sql } from 'kysely'
import type { Db } from '../../../src/platform/db/connection/database.ts'
import type { Answer } from '../../support/client.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import type { Person } from '../../support/test-server.ts'

export const TRASH = '/api/v1/trash'

export async function removePost({ bearer }: Person, id: string): Promise<void> {
  assert.equal((await bearer.delete(`${POSTS}/${id}`)).status, 200)
}

export async function createDeletedPost(author: Person, fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await createPost(author.bearer, fields)
  await removePost(author, id)
  return id
}

export const restorePost = ({ bearer }: Person, id: string): Promise<Answer> => bearer.post(`${TRASH}/${id}/restore`)

export async function readTrash({ bearer }: Person, query = ''): Promise<{ posts: TrashedPost[]; total: number }> {
  const { status, body } = await bearer.get(`${TRASH}${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Changes when a post was deleted. */
export async function setDeletedDaysAgo(db: Db, id: string, days: number): Promise<void> {
  const hours = Math.round(days * 24)
  await sql`update posts set deleted_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(db)
}

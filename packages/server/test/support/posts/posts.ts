import assert from 'node:assert/strict'
import type { CreatedPost, Post } from '@galley/contract/schemas/writing/posts'
import type { Client } from '../client.ts'
import type { TestServer } from '../test-server.ts'

export const POSTS = '/api/v1/posts'

export async function createPost(client: Client, fields: Record<string, unknown> = {}): Promise<CreatedPost> {
  const response = await client.post(POSTS, { title: 'A title', content: 'Some text.', ...fields })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

export async function readPost(client: Client, id: string): Promise<Post> {
  const response = await client.get(`${POSTS}/${id}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

export async function changePost(client: Client, id: string, change: Record<string, unknown>): Promise<Post> {
  const response = await client.patch(`${POSTS}/${id}`, change)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

/** A time in the future, by default in an hour. */
export const later = (ms = 3_600_000): string => new Date(Date.now() + ms).toISOString()

export interface StoredEvent {
  readonly name: string
  readonly event_id: string
  /** The bytes that every delivery sends. */
  readonly body: string
  readonly created_at: Date
}

/** The recorded events of a post, in order. */
export function eventsOf(server: TestServer, postId: string): Promise<StoredEvent[]> {
  return server.context.db
    .selectFrom('events')
    .select(['name', 'event_id', 'body', 'created_at'])
    .where('post_id', '=', postId)
    .orderBy('id')
    .execute()
}

/** The names of the events of a post, in order. */
export async function eventNames(server: TestServer, postId: string): Promise<string[]> {
  return (await eventsOf(server, postId)).map(event => event.name)
}

import { randomBytes } from 'node:crypto'
import { createPost } from '@galley/server/testing/posts/posts'
import { publish, READER } from '@galley/server/testing/posts/public'
import type { OwnedResources } from './owned-resources.ts'
import type { Person } from './person.ts'

export async function postOf(person: Person): Promise<string> {
  return (await publish(person.bearer)).id
}

/** An old path that leads to a post. */
export async function redirectOf(
  person: Person,
  post?: string,
): Promise<Pick<OwnedResources, 'redirect' | 'redirectPath'>> {
  const redirectPath = `/old/${randomBytes(6).toString('hex')}`
  const body = { path: redirectPath, post_id: post ?? (await postOf(person)) }
  return { redirect: (await person.bearer.put('/api/v1/redirects', body)).body.id, redirectPath }
}

export async function namedDraftOf({ bearer }: Person): Promise<{ id: string; externalId: string }> {
  const externalId = `e-${randomBytes(6).toString('hex')}`
  const { id } = await createPost(bearer, { external_id: externalId, title: 'Private' })
  return { id, externalId }
}

/** A post that its author has deleted. */
export async function trashedOf(person: Person): Promise<string> {
  const { id } = await publish(person.bearer, { title: 'Deleted' })
  await person.bearer.delete(`/api/v1/posts/${id}`)
  return id
}

/** A series with a public post. */
export async function seriesOf(person: Person): Promise<string> {
  const id = await emptySeriesOf(person)
  await publish(person.bearer, { post_type: 'series_entry', series_id: id })
  return id
}

export async function emptySeriesOf({ bearer }: Person): Promise<string> {
  return (await bearer.post('/api/v1/series', { title: 'A series' })).body.id
}

export async function commentOf({ bearer }: Person, postId: string): Promise<string> {
  return (await bearer.post(`${READER}/posts/${postId}/comments`, { content: 'Well said.' })).body.id
}

export async function revisionOf({ session }: Person, post: string): Promise<string> {
  return (await session.get(`/api/v1/posts/${post}/revisions`)).body.revisions[0].id
}

/** Of a preview link to a draft. */
export async function previewTokenOf(person: Person): Promise<string> {
  const { id } = await namedDraftOf(person)
  const { url } = (await person.session.post(`/api/v1/posts/${id}/preview-link`)).body
  return new URL(url).searchParams.get('token') ?? ''
}

export async function reportOf({ session }: Person, post: string): Promise<string> {
  return (await session.post(`${READER}/reports`, { post_id: post, reason: 'spam' })).body.id
}

import type { Body, Endpoint } from '@galley/contract/endpoint'
import type { Call } from '../../../platform/operation.ts'
import { type PostInput, WRITTEN_FIELDS } from '../rules/post-state.ts'
import type { PostChange } from './write-post.ts'

/** The writable fields of a body, without read-only fields that a client may send back. */
export function readPostChange<E extends Endpoint>({
  body,
  ifMatch,
  ifNoneMatch,
}: Call<E> & { body: Body<E> }): PostChange {
  const own = Object.entries(body ?? {}).filter(([name]) => (WRITTEN_FIELDS as readonly string[]).includes(name))
  return { input: Object.fromEntries(own) as PostInput, ifMatch, ifNoneMatch }
}

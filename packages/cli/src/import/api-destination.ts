import { createHash } from 'node:crypto'
import { ApiError, type Client } from '@galley/client'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import { type Destination, RefusedError } from '@galley/importers/apply/destination'
import { listDeleted, listOwnPosts } from '../server/own-posts.ts'
import type { RateGate } from '../server/rate-gate.ts'
import { findUpload } from '../server/uploads.ts'
import { fetchImage } from './fetch-image.ts'

/** A server over its API. */
export async function openDestination(client: Client, gate: RateGate, signal: AbortSignal): Promise<Destination> {
  const [posts, deleted] = await Promise.all([
    gate.run(() => listOwnPosts(client, signal)),
    gate.run(() => listDeleted(client, signal)),
  ])
  const known = new Map(posts.map(post => [post.external_id, post]))
  const gone = new Set(deleted.map(post => post.external_id))
  const saveImage = async (bytes: Uint8Array, fileName: string): Promise<string> => {
    const digest = createHash('sha256').update(bytes).digest('hex')
    const found = await gate.run(() => findUpload(client, digest, signal))
    if (found !== undefined) return found.url
    const file = new Blob([new Uint8Array(bytes)])
    return (await refusable(gate.run(() => client.uploads.create(file, { fileName, signal })))).url
  }
  return {
    stateOf: async externalId => (known.has(externalId) ? 'exists' : gone.has(externalId) ? 'deleted' : 'new'),

    saveImage,
    // From the author's machine, which may reach what the server cannot.
    saveImageFrom: async (url, fileName) => saveImage(await fetchImage(url, IMAGE_MAX_BYTES, signal), fileName),

    savePost: async body => {
      const before = known.get(body.external_id)
      const post = await refusable(gate.run(() => client.posts.import(body, { signal })))
      const isSame = before !== undefined && before.updated_at === post.updated_at
      return {
        id: post.id,
        url: post.url,
        slug: post.slug,
        result: before === undefined ? 'created' : isSame ? 'unchanged' : 'updated',
      }
    },

    saveRedirect: async (path, postId) => {
      try {
        await gate.run(() => client.redirects.save({ path, post_id: postId }, { signal }))
        return true
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return false
        throw error
      }
    },
  }
}

/** What the server refuses about one post or image. A missing permission or a lost connection concerns all of them. */
async function refusable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 413, 415].includes(error.status)) throw error
    const fields = error.fields.map(({ field, message }) => `${field}: ${message}`)
    throw new RefusedError(['The server refuses it.', ...(fields.length === 0 ? [error.message] : fields)].join(' '))
  }
}

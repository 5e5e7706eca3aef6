import { hash } from 'node:crypto'
import type { Client } from '@galley/client'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import { apiDestination } from '@galley/importers/apply/api-destination'
import type { Destination } from '@galley/importers/apply/destination'
import { RejectedError } from '@galley/importers/problems/problem'
import { listDeleted, listOwnPosts } from '../server/own-posts.ts'
import type { RateGate } from '../server/rate-gate.ts'
import { findUpload } from '../server/uploads.ts'
import { version } from '../version.ts'

/** The author's server. Calls that its rate limits reject are repeated later. */
export async function openDestination(client: Client, gate: RateGate, signal: AbortSignal): Promise<Destination> {
  const [posts, deleted] = await Promise.all([
    gate.run(() => listOwnPosts(client, signal)),
    gate.run(() => listDeleted(client, signal)),
  ])
  const upload = async (bytes: Uint8Array, fileName: string): Promise<string> => {
    const digest = hash('sha256', bytes)
    const found = await gate.run(() => findUpload(client, digest, signal))
    if (found !== undefined) return found.url
    const file = new Blob([new Uint8Array(bytes)])
    return (await gate.run(() => client.uploads.create(file, { fileName, signal }))).url
  }
  return apiDestination({
    posts,
    deleted,
    importPost: body => gate.run(() => client.posts.import(body, { signal })),
    listSeries: () => client.series.pages({ limit: 100 }, { signal }).items(),
    createSeries: body => gate.run(() => client.series.create(body, { signal })),
    saveRedirect: (path, post_id) => gate.run(() => client.redirects.save({ path, post_id }, { signal })),
    findRedirects: async q => (await gate.run(() => client.redirects.list({ q, limit: 100 }, { signal }))).redirects,
    upload,
    // From the author's machine, which may reach what the server cannot.
    uploadFrom: async (url, fileName) => upload(await fetchImage(url, IMAGE_MAX_BYTES, signal), fileName),
  })
}

const TIMEOUT_MS = 30_000

/** Fetches an image of the old site from the author's machine. */
export async function fetchImage(url: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, timeout]),
      headers: { accept: 'image/*', 'user-agent': `gly/${version()}` },
    })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      throw new RejectedError({ code: 'image_response', values: { status: response.status } })
    }
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new RejectedError({ code: 'image_too_large' })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof RejectedError) throw error
    signal.throwIfAborted()
    throw new RejectedError({ code: timeout.aborted ? 'image_timeout' : 'image_unreachable' })
  }
}

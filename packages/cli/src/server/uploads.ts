import type { Client, ListedUpload } from '@galley/client'
import { UPLOADS_LIMIT_MAX } from '@galley/contract/limits'
import { inParallel } from './in-parallel.ts'

/** An image that the server has. Its bytes may differ from those that were sent, because metadata is removed. */
export type StoredImage = Pick<ListedUpload, 'url' | 'sha256' | 'stored_sha256' | 'file_name'>

const PAGES_CONCURRENCY = 8

/** The image with these bytes, as they were sent or as they are served. */
export async function findUpload(
  client: Client,
  sha256: string,
  signal: AbortSignal,
): Promise<StoredImage | undefined> {
  return (await client.uploads.list({ sha256 }, { signal })).uploads[0]
}

/** All of them, newest first. */
export async function listUploads(client: Client, signal: AbortSignal): Promise<StoredImage[]> {
  const read = (offset: number) => client.uploads.list({ limit: UPLOADS_LIMIT_MAX, offset }, { signal })
  const first = await read(0)
  const pages = new Map<number, readonly StoredImage[]>([[0, first.uploads]])
  const offsets: number[] = []
  for (let offset = UPLOADS_LIMIT_MAX; offset < first.total; offset += UPLOADS_LIMIT_MAX) offsets.push(offset)
  await inParallel(offsets, PAGES_CONCURRENCY, async offset => void pages.set(offset, (await read(offset)).uploads))
  return [0, ...offsets].flatMap(offset => pages.get(offset) ?? [])
}

import type { Client, Upload } from '@galley/client'

export interface StoredImage {
  readonly url: string
  readonly sha256: string
  readonly file_name: string
}

interface ListUploads {
  list?(query: object, options: object): Promise<{ uploads: (Upload & StoredImage)[]; total: number }>
}

export async function findUpload(
  client: Client,
  sha256: string,
  signal: AbortSignal,
): Promise<StoredImage | undefined> {
  const uploads = client.uploads as unknown as ListUploads
  return (await uploads.list?.({ sha256 }, { signal }))?.uploads[0]
}

export async function listUploads(client: Client, signal: AbortSignal): Promise<StoredImage[]> {
  const uploads = client.uploads as unknown as ListUploads
  return (await uploads.list?.({}, { signal }))?.uploads ?? []
}

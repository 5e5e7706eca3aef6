import { join } from 'node:path'
import type { Settings } from '../config.ts'
import type { Logger } from '../core/logger.ts'
import type { BlobStore } from './blob-store.ts'
import { DiskStore } from './disk-store.ts'

/** Opens the configured store. The S3 library is large, so it is loaded only if it is used. */
export async function openStore({ storage, dataDir }: Settings, log: Logger): Promise<BlobStore> {
  if (storage.kind === 'disk') return new DiskStore(join(dataDir, 'media'))
  const { S3Store } = await import('./s3-store.ts')
  return new S3Store(storage, log)
}

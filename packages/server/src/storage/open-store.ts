import { join } from 'node:path'
import type { Settings } from '../config.ts'
import type { Logger } from '../core/logger.ts'
import type { BlobStore } from './blob-store.ts'
import { DiskStore } from './disk-store.ts'

/** The store that the settings name. The S3 library is large, so it is loaded by those alone who use it. */
export async function openStore({ storage, dataDir }: Settings, log: Logger): Promise<BlobStore> {
  if (storage.kind === 'disk') return new DiskStore(join(dataDir, 'media'))
  const { S3Store } = await import('./s3-store.ts')
  return new S3Store(storage, log)
}

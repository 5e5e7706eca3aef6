import { existsSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { AppError } from '../../../platform/core/errors.ts'
import type { DiskSettings } from '../../../platform/storage/disk-space.ts'
import type { S3Access } from '../../../platform/storage/s3-access.ts'
import { isArchive } from '../archive/manifest.ts'
import type { BackupLocation } from './backup-location.ts'
import { FolderLocation } from './folder-location.ts'

export interface BackupAddress {
  readonly location: BackupLocation
  /** Undefined: the address is a folder, and each backup gets a name of its own. */
  readonly name: string | undefined
}

/**
 * An address is a file, a folder, `s3://bucket/prefix/` or `s3://bucket/path/name.tar.zst`. `disk`: the data folder, if
 * something is to be stored.
 */
export async function openAddress(address: string, s3: S3Access, disk?: DiskSettings): Promise<BackupAddress> {
  if (address.startsWith('s3://')) return openBucket(address, s3)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    const message = `Backups cannot be stored at ${address}. Name a folder, a file, or an address such as s3://bucket/folder/.`
    throw new AppError('VALIDATION_ERROR', message)
  }
  const path = resolve(address)
  const isFolder = existsSync(path) ? statSync(path).isDirectory() : /[/\\]$/.test(address) || !isArchive(path)
  if (isFolder) return { location: new FolderLocation(path, disk), name: undefined }
  return { location: new FolderLocation(dirname(path), disk), name: basename(path) }
}

async function openBucket(address: string, s3: S3Access): Promise<BackupAddress> {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? []
  if (bucket === undefined) {
    throw new AppError('VALIDATION_ERROR', `"${address}" is not an address such as s3://bucket/folder/.`)
  }
  // The library is large, so it is loaded only if it is used.
  const { BucketLocation } = await import('./bucket-location.ts')
  const name = isArchive(path) ? path.slice(path.lastIndexOf('/') + 1) : undefined
  const folder = (name === undefined ? path : path.slice(0, -name.length)).replace(/\/+$/, '')
  return { location: new BucketLocation(s3, bucket, folder === '' ? '' : `${folder}/`), name }
}

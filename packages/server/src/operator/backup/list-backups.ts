import type { Readable } from 'node:stream'
import { ArchiveReader } from '../../keeping/backup/archive/archive-reader.ts'
import type { ArchiveHeader } from '../../keeping/backup/archive/manifest.ts'
import type { BackupLocation } from '../../keeping/backup/location/backup-location.ts'
import { openAddress } from '../../keeping/backup/location/open-address.ts'
import { readEnvironment, readSettings } from '../../platform/config.ts'
import { errorCode } from '../../platform/core/errors.ts'
import { misused } from '../command.ts'

/** The backups at an address, with what their first bytes say. */
export async function listBackups(address: string | boolean | undefined) {
  const settings = readSettings(readEnvironment())
  const { location } = await openAddress(requireAddress(address ?? settings.backup.to, '--in'), settings.backup.s3)
  return describeBackups(location)
}

export function requireAddress(given: string | boolean | undefined, option: string): string {
  if (typeof given === 'string') return given
  throw misused(`Say where with ${option}, or set BACKUP_TO.`)
}

export async function describeBackups(location: BackupLocation) {
  const rows = []
  for (const { name, bytes } of await location.list()) {
    const header = await readHeader(await location.open(name))
    rows.push({
      name,
      created_at: header === undefined ? null : new Date(header.created_at),
      bytes,
      release: header?.release ?? null,
      postgres: header?.postgres ?? null,
      readable: header !== undefined,
    })
  }
  return rows
}

/** Undefined if this backup cannot be read. */
async function readHeader(archive: Readable): Promise<ArchiveHeader | undefined> {
  const reader = new ArchiveReader(archive)
  try {
    return await reader.readHeader()
  } catch (error) {
    // Any other error, such as one of the storage server, says nothing about the backup.
    if (isUnreadable(error)) return undefined
    throw error
  } finally {
    reader.close()
  }
}

/** Damaged, of a newer format, or a file that this user may not read. */
const isUnreadable = (error: unknown): boolean =>
  ['VALIDATION_ERROR', 'EACCES', 'EPERM', 'EISDIR'].includes(errorCode(error) ?? '')

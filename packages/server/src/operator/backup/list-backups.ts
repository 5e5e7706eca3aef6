import { ArchiveReader } from '../../backup/archive/archive-reader.ts'
import type { BackupLocation } from '../../backup/location/backup-location.ts'
import { openAddress } from '../../backup/location/open-address.ts'
import { readEnvironment, readSettings } from '../../config.ts'
import { misused } from '../command.ts'

/** The backups at an address, with what their first bytes say. */
export async function listBackups(address: string | boolean | undefined) {
  const settings = readSettings(readEnvironment())
  const { location } = await openAddress(requireAddress(address ?? settings.backup.to, '--in'), settings.backup.s3)
  return describeAll(location)
}

export function requireAddress(given: string | boolean | undefined, option: string): string {
  if (typeof given === 'string') return given
  throw misused(`Say where with ${option}, or set BACKUP_TO.`)
}

async function describeAll(location: BackupLocation) {
  const rows = []
  for (const { name, bytes } of await location.list()) {
    const reader = new ArchiveReader(await location.open(name))
    const header = await reader.readHeader().catch(() => undefined)
    reader.close()
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

import type { Readable } from 'node:stream'

export interface StoredBackup {
  readonly name: string
  readonly bytes: number
  readonly modifiedAt: Date
}

/** A folder, or the part of a bucket below a prefix, in which backups are stored. */
export interface BackupLocation {
  /** For messages. */
  nameOf(name: string): string
  /**
   * Reads the body to its end and stores it under this name, completely or not at all. Returns its size. The signal ends
   * what is left to do after the body has been read.
   */
  store(name: string, body: Readable, signal?: AbortSignal): Promise<number>
  open(name: string): Promise<Readable>
  /** In the order of their names; for names that we have chosen, this is that of their times. */
  list(): Promise<StoredBackup[]>
  delete(name: string): Promise<void>
}

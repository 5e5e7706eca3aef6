import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Settings } from '../config.ts'
import { storageFull } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'

const GIB = 2 ** 30
const MIB = 2 ** 20
const CHECK_EVERY_MS = 1000

export type DiskSettings = Pick<Settings, 'dataDir' | 'diskReserveBytes'>

/** The free space on the disk of the data folder, and how much of it has to stay free. */
export async function readSpace({ dataDir, diskReserveBytes }: DiskSettings) {
  const { bavail, blocks, bsize, files, ffree } = await statfs(nearestExisting(dataDir))
  const reserveBytes = diskReserveBytes ?? Math.min(0.05 * blocks * bsize, GIB)
  return { freeBytes: bavail * bsize, reserveBytes, files, freeFiles: ffree }
}

/** With S3 and a database elsewhere, nothing may have made the data folder. */
export function nearestExisting(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestExisting(dirname(path))
}

/** Keeps space for the database itself: PostgreSQL cannot start on a full disk. */
export class DiskSpace {
  readonly #settings: DiskSettings
  readonly #log: Logger
  #latest: { readonly atMs: number; readonly isLow: Promise<boolean> } | undefined
  #wasLow = false

  constructor(settings: DiskSettings, log: Logger, metrics: Registry) {
    this.#settings = settings
    this.#log = log
    for (const [value, name, help] of [
      ['freeBytes', 'galley_disk_free_bytes', 'Free space on the disk of the data folder.'],
      ['reserveBytes', 'galley_disk_reserve_bytes', 'With less free space than this, nothing is written.'],
    ] as const) {
      new Gauge({
        name,
        help,
        registers: [metrics],
        // The processes of one machine share the disk.
        aggregator: 'first',
        async collect() {
          this.set((await readSpace(settings))[value])
        },
      })
    }
  }

  /** Throws if less space is free than is reserved. */
  async require(): Promise<void> {
    if (await this.isLow()) throw storageFull()
  }

  /** Whether less space is free than is reserved. All callers within a second share one check. */
  isLow(): Promise<boolean> {
    const nowMs = performance.now()
    if (this.#latest === undefined || nowMs >= this.#latest.atMs + CHECK_EVERY_MS)
      this.#latest = { atMs: nowMs, isLow: this.#check() }
    return this.#latest.isLow
  }

  async #check(): Promise<boolean> {
    const { freeBytes, reserveBytes } = await readSpace(this.#settings)
    const isLow = freeBytes < reserveBytes
    const numbers = `${Math.round(freeBytes / MIB)} MiB are free, DISK_RESERVE is ${Math.round(reserveBytes / MIB)} MiB`
    if (isLow && !this.#wasLow) this.#log.error(`the disk is nearly full: writing stops (${numbers})`)
    if (!isLow && this.#wasLow) this.#log.info(`there is space on the disk again: writing goes on (${numbers})`)
    this.#wasLow = isLow
    return isLow
  }
}

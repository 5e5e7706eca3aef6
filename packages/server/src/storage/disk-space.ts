import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Settings } from '../config.ts'
import { storageFull } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'

const GIB = 2 ** 30
const MIB = 2 ** 20
const CHECK_EVERY_MS = 1000

interface Space {
  readonly freeBytes: number
  readonly reserveBytes: number
}

/** The free space on the disk of the data folder, and how much of it has to stay free. */
export async function readSpace({ dataDir, diskReserveBytes }: Pick<Settings, 'dataDir' | 'diskReserveBytes'>) {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { freeBytes: bavail * bsize, reserveBytes: diskReserveBytes ?? Math.min(0.05 * blocks * bsize, GIB) }
}

/** Keeps space for the database itself: PostgreSQL cannot start on a full disk. */
export class DiskSpace {
  readonly #read: () => Promise<Space>
  readonly #log: Logger
  #latest: { readonly atMs: number; readonly isLow: Promise<boolean> } | undefined
  #wasLow = false

  constructor(settings: Settings, log: Logger, metrics: Registry) {
    this.#read = () => readSpace(settings)
    this.#log = log
    const read = this.#read
    for (const [name, help] of [
      ['freeBytes', 'Free space on the disk of the data folder.'],
      ['reserveBytes', 'With less free space than this, nothing is written.'],
    ] as const) {
      new Gauge({
        name: name === 'freeBytes' ? 'galley_disk_free_bytes' : 'galley_disk_reserve_bytes',
        help,
        registers: [metrics],
        // The processes of one machine share the disk.
        aggregator: 'first',
        async collect() {
          this.set((await read())[name])
        },
      })
    }
  }

  /** Throws if less space is free than is reserved. Many callers share one look in a second. */
  async require(): Promise<void> {
    const nowMs = performance.now()
    if (this.#latest === undefined || nowMs >= this.#latest.atMs + CHECK_EVERY_MS)
      this.#latest = { atMs: nowMs, isLow: this.#look() }
    if (await this.#latest.isLow) throw storageFull()
  }

  async #look(): Promise<boolean> {
    const { freeBytes, reserveBytes } = await this.#read()
    const isLow = freeBytes < reserveBytes
    const numbers = `${Math.round(freeBytes / MIB)} MiB are free, DISK_RESERVE is ${Math.round(reserveBytes / MIB)} MiB`
    if (isLow && !this.#wasLow) this.#log.error(`the disk is nearly full: writing stops (${numbers})`)
    if (!isLow && this.#wasLow) this.#log.info(`there is space on the disk again: writing goes on (${numbers})`)
    this.#wasLow = isLow
    return isLow
  }
}

import { type Copy, dropCopy, keepCopy } from '../../copies/copy-store.ts'
import { holdCopy } from '../../copies/hold-copy.ts'

const WAIT_MS = 300

/** Keeps the text on this device a moment after each change, and lets it go when the server has it. */
export class LocalKeeper {
  readonly key: string
  readonly #read: () => Copy
  readonly #release: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  /** One after the other, so that what was written last is what stays. */
  #queue: Promise<unknown> = Promise.resolve()
  #changes = 0
  #kept = 0

  constructor(key: string, read: () => Copy) {
    this.key = key
    this.#read = read
    this.#release = holdCopy(key)
    document.addEventListener('visibilitychange', this.#flush)
    addEventListener('pagehide', this.#flush)
  }

  /** Nothing is in memory alone. */
  get upToDate(): boolean {
    return this.#kept === this.#changes
  }

  changed(): void {
    this.#changes++
    this.#timer ??= setTimeout(this.#flush, WAIT_MS)
  }

  /** Resolves when what is written now is on the disk. A browser that refuses to store leaves `upToDate` false. */
  flush(): Promise<unknown> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const changes = this.#changes
    const copy = this.#read()
    return this.#next(async () => {
      await keepCopy(copy)
      this.#kept = changes
    })
  }

  /** The server has it all. */
  drop(): Promise<unknown> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#kept = this.#changes
    return this.#next(() => dropCopy(this.key))
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#flush)
    removeEventListener('pagehide', this.#flush)
    void this.#queue.then(this.#release)
  }

  readonly #flush = (): void => {
    if (!this.upToDate) void this.flush()
  }

  #next(work: () => Promise<unknown>): Promise<unknown> {
    this.#queue = this.#queue.then(work).catch(() => {})
    return this.#queue
  }
}

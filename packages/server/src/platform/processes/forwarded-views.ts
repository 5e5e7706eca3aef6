import type { ViewCounts } from '../context.ts'

const FORWARD_MS = 500

type Views = readonly (readonly [postId: string, reader: string])[]

/**
 * Sends views to the main process, which counts them: only there, a reader whose requests reach several processes
 * counts once.
 */
export class ForwardedViews implements ViewCounts {
  readonly #send: (views: Views) => Promise<unknown>
  #pending = new Map<string, readonly [string, string]>()
  #timer: NodeJS.Timeout | undefined

  constructor(send: (views: Views) => Promise<unknown>) {
    this.#send = send
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FORWARD_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  note(postId: string, reader: string): void {
    this.#pending.set(`${postId} ${reader}`, [postId, reader])
  }

  async flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const views = [...this.#pending.values()]
    this.#pending = new Map()
    await this.#send(views)
  }
}

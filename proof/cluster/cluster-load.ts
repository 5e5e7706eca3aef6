import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than the load balancer repeats a request. */
const SCHEDULE_AHEAD_MS = 20_000

export interface PhaseCounts {
  requests: number
  failed: number
  longestMs: number
}

/** Writers, a scheduler and readers that send requests all the time and remember what was acknowledged. */
export class ClusterLoad {
  readonly #url: string
  readonly #token: string
  readonly #stopping = new AbortController()
  #running: Promise<void>[] = []
  #counts: PhaseCounts = { requests: 0, failed: 0, longestMs: 0 }
  /** The last acknowledged title of each post. */
  readonly titles = new Map<string, string>()
  /** When each scheduled post was due. */
  readonly scheduled = new Map<string, number>()
  readonly failures: string[] = []
  #postNumber = 0

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  start(): void {
    const actors = [this.#write, this.#write, this.#write, this.#schedule, this.#read, this.#read, this.#read]
    this.#running = actors.map(act => this.#repeat(act.bind(this)))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  /** The counts since the last call. */
  takeCounts(): PhaseCounts {
    const counts = this.#counts
    this.#counts = { requests: 0, failed: 0, longestMs: 0 }
    return counts
  }

  /** Resolves when requests of every kind succeed again. */
  async untilServed(): Promise<void> {
    const { size } = this.titles
    while (this.titles.size < size + 3) await pause(20)
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await act()
      await pause(100)
    }
  }

  async #write(): Promise<void> {
    const title = `Post ${this.#postNumber++}`
    const post = await this.#send('POST', '/api/v1/posts', { title, content: 'Text.', status: 'published' })
    if (typeof post?.['id'] !== 'string') return
    this.titles.set(post['id'], title)
    // By its external id, a change can be repeated.
    const name = `name-${post['id']}`
    const changed = `${title}, by name`
    const put = await this.#send('PUT', `/api/v1/posts/by-external-id/${name}`, { title: changed, content: 'Text.' })
    if (typeof put?.['id'] === 'string') this.titles.set(put['id'], changed)
  }

  async #schedule(): Promise<void> {
    const dueMs = Date.now() + SCHEDULE_AHEAD_MS
    const body = { title: 'Later', content: 'Text.', status: 'scheduled', scheduled_for: new Date(dueMs).toISOString() }
    const post = await this.#send('POST', '/api/v1/posts', body)
    if (typeof post?.['id'] === 'string') this.scheduled.set(post['id'], dueMs)
    await pause(400)
  }

  async #read(): Promise<void> {
    await this.#send('GET', '/api/v1/public/posts')
    await this.#send('GET', '/')
  }

  async #send(method: string, path: string, body?: object): Promise<Record<string, unknown> | undefined> {
    const counts = this.#counts
    const begun = performance.now()
    counts.requests++
    let outcome: string
    try {
      const answer = await fetch(this.#url + path, {
        method,
        signal: AbortSignal.timeout(60_000),
        headers: {
          // A page is requested as an anonymous reader.
          ...(path !== '/' && { authorization: `Bearer ${this.#token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      counts.longestMs = Math.max(counts.longestMs, performance.now() - begun)
      if (answer.ok) return path === '/' ? {} : JSON.parse(text)
      outcome = `${answer.status} ${text.slice(0, 200)}`
    } catch (error) {
      outcome = String(error)
    }
    counts.failed++
    this.failures.push(`${method} ${path}: ${outcome}`)
    return undefined
  }
}

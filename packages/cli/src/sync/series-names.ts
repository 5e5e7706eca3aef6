import type { Client, Series } from '@galley/client'
import { PAGE_LIMIT_MAX } from '@galley/contract/limits'
import { slugOf } from '../folder/file-names.ts'
import type { RateGate } from '../server/rate-gate.ts'

interface Connection {
  readonly client: Client
  readonly gate: RateGate
  readonly signal: AbortSignal
}

/** The author's series, which files name by their slugs or titles. */
export class SeriesNames {
  readonly #connection: Connection
  readonly #all: Series[] = []

  private constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Asks the server only if a file or a post has a series. */
  static async read(connection: Connection, isNeeded: boolean): Promise<SeriesNames> {
    const names = new SeriesNames(connection)
    if (!isNeeded) return names
    const { client, gate, signal } = connection
    for (let offset = 0, total = 1; offset < total; offset += PAGE_LIMIT_MAX) {
      const page = await gate.run(() => client.series.list({ limit: PAGE_LIMIT_MAX, offset }, { signal }))
      names.#all.push(...page.series)
      total = page.total
    }
    return names
  }

  /** The slug comes first, because it never changes; a title may be changed in the studio. */
  idOf(name: string): string | undefined {
    const slug = slugOf(name)
    const found =
      this.#all.find(series => series.slug === name) ??
      this.#all.find(series => series.slug === slug) ??
      this.#all.find(series => series.title === name)
    return found?.id
  }

  slugOf(id: string): string | undefined {
    return this.#all.find(series => series.id === id)?.slug
  }

  /** Creates a series with this title, unless there is one. */
  async ensure(title: string): Promise<void> {
    if (this.idOf(title) !== undefined) return
    const { client, gate, signal } = this.#connection
    this.#all.push(await gate.run(() => client.series.create({ title }, { signal })))
  }
}

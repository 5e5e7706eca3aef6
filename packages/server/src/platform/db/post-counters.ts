import { sql } from 'kysely'
import type { PublicReads } from './replica/public-reads.ts'

const COUNTERS = ['view_count', 'like_count', 'save_count', 'comment_count', 'resonated_count'] as const

type Counter = (typeof COUNTERS)[number] | 'follower_count'

/** The counters of a post, or of an account, that a response shows. */
export type ShownCounters = { readonly id: string } & { readonly [counter in Counter]?: number }

type Counters = { readonly id: string } & { readonly [counter in Counter]: number | null }

export const shownCounters = (
  posts: readonly (ShownCounters & Record<(typeof COUNTERS)[number], number>)[],
): ShownCounters[] =>
  posts.map(({ id, view_count, like_count, save_count, comment_count, resonated_count }) => ({
    id,
    view_count,
    like_count,
    save_count,
    comment_count,
    resonated_count,
  }))

/**
 * Finds out whether shown counters are still right. All questions that come while a statement runs are put into the next
 * one, so that many cached responses cost few statements.
 */
export class PostCounters {
  readonly #reads: PublicReads
  #running: Promise<unknown> = Promise.resolve()
  #next: { readonly ids: Set<string>; readonly counters: Promise<Map<string, Counters>> } | undefined

  constructor(reads: PublicReads) {
    this.#reads = reads
  }

  async areUnchanged(shown: readonly ShownCounters[]): Promise<boolean> {
    if (shown.length === 0) return true
    const counters = await this.#read(shown.map(({ id }) => id))
    return shown.every(({ id, ...values }) => {
      const current = counters.get(id)
      return Object.entries(values).every(([name, value]) => value === current?.[name as Counter])
    })
  }

  #read(ids: readonly string[]): Promise<Map<string, Counters>> {
    if (this.#next === undefined) {
      const all = new Set<string>()
      const counters = this.#running
        .catch(() => {})
        .then(() => {
          this.#next = undefined
          return this.#reads.run([], db =>
            sql<Counters>`
            select id, ${sql.raw(COUNTERS.join(', '))}, null as follower_count from posts where id = any(${[...all]})
            union all
            select id, ${sql.raw(COUNTERS.map(() => 'null').join(', '))}, follower_count from users where id = any(${[...all]})`.execute(
              db,
            ),
          )
        })
        .then(({ rows }) => new Map(rows.map(row => [row.id, row])))
      this.#next = { ids: all, counters }
      this.#running = counters
    }
    for (const id of ids) this.#next.ids.add(id)
    return this.#next.counters
  }
}

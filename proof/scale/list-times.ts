import type { AppContext } from '@galley/server/testing/installation'
import { listPublicPosts, refreshRankings } from '@galley/server/testing/use-cases'
import { percentile } from '../support/report.ts'

const ROUNDS = 200
const DEEP_ROUNDS = 40
const WARM_UP = 5
const GOAL_MS = 20
const DEEP_GOAL_MS = 80
const REFRESH_GOAL_S = 30

const PAGE = 20
const FARTHEST = 100_000

const LISTS = {
  all: {},
  'by category': { category: 'ai' },
  'by a common tag': { tag: 'kind-7' },
  'by a rare tag': { tag: 'tag-1999' },
  'by category and tag': { category: 'ai', tag: 'year-3' },
} as const

export interface Timed {
  readonly what: string
  readonly measured: number
  readonly goal: number
  readonly unit: 'ms' | 's' | '×'
}

/**
 * The p95 of every kind of list in its slowest order, uncached and without HTTP; and the duration of a ranking refresh.
 */
export async function timeLists(context: AppContext, size: number): Promise<Timed[]> {
  const timed: Timed[] = []
  for (const [what, query] of Object.entries({ ...LISTS, ...(await listsOf(context, size)) })) {
    const deep = 'offset' in query
    let worst = { sort: '', ms: 0 }
    for (const sort of ['latest', 'popular', 'trending'] as const) {
      const times: number[] = []
      for (let i = 0; i < WARM_UP + (deep ? DEEP_ROUNDS : ROUNDS); i++) {
        const begun = performance.now()
        await listPublicPosts(context.db, { sort, limit: PAGE, offset: 0, ...query })
        if (i >= WARM_UP) times.push(performance.now() - begun)
      }
      const ms = percentile(times, 95)
      if (ms > worst.ms) worst = { sort, ms }
    }
    const goal = deep ? DEEP_GOAL_MS : GOAL_MS
    timed.push({ what: `list ${what}; the slowest: ${worst.sort}`, measured: worst.ms, goal, unit: 'ms' })
  }
  for (const type of ['trending', 'weekly', 'monthly', 'saved'] as const) {
    const begun = performance.now()
    await refreshRankings(context, [type])
    const measured = (performance.now() - begun) / 1000
    timed.push({ what: `refresh of the ranking ${type}`, measured, goal: REFRESH_GOAL_S, unit: 's' })
  }
  return timed
}

async function listsOf({ db }: AppContext, size: number) {
  const ofAuthor = db.selectFrom('users').select('id').where('username', '=', 'author_1')
  const { id: authorId } = await ofAuthor.executeTakeFirstOrThrow()
  // The largest offset with a full page.
  return { 'by author': { authorId }, 'all, far down': { offset: Math.min(FARTHEST, size - PAGE) } }
}

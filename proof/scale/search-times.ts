import type { AppContext } from '@galley/server/testing/installation'
import { continueIndex, searchPosts } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import { percentile } from '../support/report.ts'
import { seedPosts } from '../support/seed-posts.ts'
import type { Timed } from './list-times.ts'
import { corpusPost, RARE_EVERY } from './search-corpus.ts'

const BATCH = 500
const ROUNDS = 40
const WARM_UP = 5
/** A word in at most one of this many posts. */
const RARE = 1000
const INDEX_GOAL = 2
const WRITE_GOAL = 1.3

type Log = (line: string) => void

/** Fills an empty database with posts, and indexes them. */
export async function seedSearch(context: AppContext, size: number, log: Log): Promise<void> {
  await seedTexts(context, size, log)
  const begun = performance.now()
  // Building the index once is faster than adding to it.
  await sql`drop index search_documents_terms`.execute(context.db)
  await continueIndex(context, {})
  await sql`create index search_documents_terms on search_documents using gin (terms) with (gin_pending_list_limit = 1024)`.execute(
    context.db,
  )
  await sql`vacuum analyze`.execute(context.db)
  log(`  indexed in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

/** The p95 of searches, uncached and without HTTP; the size of the index, and what it adds to a write. */
export async function timeSearches(context: AppContext, size: number): Promise<Timed[]> {
  const isLarge = size >= 1_000_000
  const goals = isLarge ? { rare: 100, frequent: 300 } : { rare: 50, frequent: 150 }
  const timed: Timed[] = []
  for (const [what, { goal, queries }] of Object.entries(await searches(context, size))) {
    const ms = await p95(context, queries)
    timed.push({ what: `search, ${what}`, measured: ms, goal: goals[goal], unit: 'ms' })
  }
  timed.push(await indexSize(context))
  timed.push(await writeCost(context))
  return timed
}

/** Realistic texts for the posts that `seedPosts` makes. */
async function seedTexts({ db }: AppContext, size: number, log: Log): Promise<void> {
  await seedPosts(db, size, log)
  await db.connection().execute(async connection => {
    await sql`set session_replication_role = replica`.execute(connection)
    for (let from = 1; from <= size; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, size - from + 1) }, (_, i) => from + i)
      const posts = numbers.map(corpusPost)
      await sql`
        update posts p set title = c.title, content = c.content, content_sha256 = sha256(convert_to(c.content, 'UTF8'))
        from unnest(${numbers}::int[], ${posts.map(post => post.title)}::text[], ${posts.map(post => post.content)}::text[])
          as c(n, title, content)
        where p.id = md5('p' || c.n)::uuid`.execute(connection)
    }
    await sql`reset session_replication_role`.execute(connection)
  })
  await sql`vacuum posts`.execute(db)
}

interface Queries {
  readonly goal: 'rare' | 'frequent'
  readonly queries: readonly string[]
}

async function searches(context: AppContext, size: number): Promise<Record<string, Queries>> {
  const some = (count: number) => Array.from({ length: count }, (_, i) => 1 + Math.floor((i * size) / count))
  const isRare = async (q: string) => (await search(context, q)).total <= size / RARE
  const titleParts = some(ROUNDS).map(n => corpusPost(n).title.slice(-4))
  const rareParts: string[] = []
  for (const part of titleParts) if (await isRare(part)) rareParts.push(part)
  return {
    'one post in 5,000, Japanese': { goal: 'rare', queries: ['希少語'] },
    'one post of all': {
      goal: 'rare',
      queries: some(ROUNDS).map(n => `rarissimum-${Math.max(1, Math.floor(n / RARE_EVERY)) * RARE_EVERY}`),
    },
    'ends of titles, in one post of 1,000 at most': { goal: 'rare', queries: rareParts },
    'ends of titles, in more posts': {
      goal: 'frequent',
      queries: titleParts.filter(part => !rareParts.includes(part)),
    },
    'a phrase of a title': { goal: 'rare', queries: some(ROUNDS).map(n => `"${corpusPost(n).title}"`) },
    nothing: { goal: 'rare', queries: ['zzzyx', '鑿鑿鑿', 'qqq www'] },
    'a kana in nearly every Japanese post': { goal: 'frequent', queries: ['について', 'ことがある', 'の'] },
    'one kanji in nearly every Japanese post': { goal: 'frequent', queries: ['日', '人', '年'] },
    'an English word in nearly every English post': { goal: 'frequent', queries: ['the', 'time', 'write'] },
    'two frequent words': { goal: 'frequent', queries: ['time write', '日 について', 'について しかし'] },
    'a frequent word without another': { goal: 'frequent', queries: ['time -write', 'について -しかし'] },
    'frequent words, 200 characters': {
      goal: 'frequent',
      queries: ['time of and some many then '.repeat(7).slice(0, 200)],
    },
  }
}

const search = (context: AppContext, q: string) => searchPosts(context, { q, sort: 'relevance', limit: 20, offset: 0 })

async function p95(context: AppContext, queries: readonly string[]): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < WARM_UP + ROUNDS; i++) {
    const begun = performance.now()
    await search(context, queries[i % queries.length] ?? '')
    if (i >= WARM_UP) times.push(performance.now() - begun)
  }
  return percentile(times, 95)
}

/** All that the search stores, in relation to the text of the posts. */
async function indexSize({ db }: AppContext): Promise<Timed> {
  const { rows } = await sql<{ ratio: number }>`
    select pg_total_relation_size('search_documents') / (select sum(octet_length(content)) from posts)::float8 as ratio`.execute(
    db,
  )
  return {
    what: 'size of the search index, as a factor of the text',
    measured: rows[0]?.ratio ?? 0,
    goal: INDEX_GOAL,
    unit: '×',
  }
}

/** An insert with and without the trigger, alternately. */
async function writeCost({ db }: AppContext): Promise<Timed> {
  const insert = async (n: number) => {
    const { title, content } = corpusPost(n)
    const begun = performance.now()
    await sql`
      insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only, published_at)
      values (gen_random_uuid(), md5('u1')::uuid, ${`search-cost-${n}`}, ${title}, ${content}, '', 'published', 'article',
        'public', '{}', false, false, now())`.execute(db)
    return performance.now() - begun
  }
  const times = { with: [] as number[], without: [] as number[] }
  for (let i = 0; i < 300; i++) {
    const side = i % 2 === 0 ? 'with' : 'without'
    await sql`alter table posts ${sql.raw(side === 'with' ? 'enable' : 'disable')} trigger queue_new`.execute(db)
    times[side].push(await insert(i))
  }
  await sql`alter table posts enable trigger queue_new`.execute(db)
  const measured = percentile(times.with, 50) / percentile(times.without, 50)
  return {
    what: 'an insert with the queue of the search, as a factor of one without',
    measured,
    goal: WRITE_GOAL,
    unit: '×',
  }
}

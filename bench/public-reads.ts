/**
 * `npm run bench:public [-- --posts 1000000]`: public reads on many posts. First the queries behind them, uncached, in one
 * process; then hot answers over HTTP, against a bare node:http server that sends the same bytes.
 */

import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '../packages/server/src/config.ts'
import { createContext } from '../packages/server/src/context.ts'
import { createLogger } from '../packages/server/src/core/logger.ts'
import { openDatabase } from '../packages/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { listPublicPosts } from '../packages/server/src/public/public-store.ts'
import { refreshRankings } from '../packages/server/src/public/refresh-rankings.ts'
import { seedPosts } from './seed-posts.ts'
import { percentile } from './statistics.ts'

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '200' } },
})
const posts = Number(values.posts)
const rounds = Number(values.rounds)
const dataDir = join(tmpdir(), `galley-bench-${posts}`)
mkdirSync(dataDir, { recursive: true, mode: 0o755 })
const say = (line: string) => process.stdout.write(`${line}\n`)

const log = await createLogger('warn')
const postgres = await startEmbeddedPostgres({ dataDir, as: { kind: 'server', url: 'the benchmark' }, log: say })
const { db, pool, close } = openDatabase(postgres.connection, 10, log)
await migrate(db, pool)
const { found } = await db
  .selectFrom('posts')
  .select(eb => eb.fn.countAll<string>().as('found'))
  .executeTakeFirstOrThrow()
if (Number(found) === 0) {
  say(`making ${posts} posts in ${dataDir} (once; they stay there for the next run)`)
  await seedPosts(db, posts, Math.max(1, posts / 100), say)
}

const lists = {
  'first page': {},
  category: { category: 'ai' },
  'common tag': { tag: 'kind-7' },
  'rare tag': { tag: 'tag-1999' },
  'category and tag': { category: 'ai', tag: 'year-3' },
  'offset 100,000': { offset: 100_000 },
} as const
say(`\n${'list'.padEnd(20)} ${'sort'.padEnd(10)} ${'p50 ms'.padStart(8)} ${'p95 ms'.padStart(8)}`)
for (const [name, query] of Object.entries(lists)) {
  for (const sort of ['latest', 'popular', 'trending'] as const) {
    const times = []
    const count = 'offset' in query ? Math.max(10, rounds / 5) : rounds
    for (let i = 0; i < count + 5; i++) {
      const begun = performance.now()
      await listPublicPosts(db, { sort, limit: 20, offset: 0, ...query })
      if (i >= 5) times.push(performance.now() - begun)
    }
    say(
      `${name.padEnd(20)} ${sort.padEnd(10)} ${percentile(times, 50).toFixed(1).padStart(8)} ${percentile(times, 95).toFixed(1).padStart(8)}`,
    )
  }
}

const context = await createContext(readSettings({ DATA_DIR: dataDir }), log, postgres.connection, db)
for (const type of ['trending', 'weekly', 'monthly', 'saved'] as const) {
  const begun = performance.now()
  await refreshRankings(context, [type])
  say(`refresh of the ranking ${type.padEnd(10)} ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}
await context.outbound.close()
await close()
await postgres.stop()

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../../../src/platform/db/schema.ts'
import { listPosts, listSelected } from '../../../../src/writing/posts/post-list-store.ts'
import { insertSalon } from '../../../../src/writing/salons/salon-store.ts'
import { openPool } from '../../../support/database/open-pool.ts'
import { later } from '../../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../../support/test-server.ts'

const SALON = '01900000-0000-7000-8000-000000000001'

let server: TestServer
before(async () => {
  server = await startTestServer()
  await insertSalon(server.context.db, { id: SALON, name: 'Writers' })
})
after(() => server.close())

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: PlanNode[]
}

describe('the query plan of a list', () => {
  const MANY = 20_000
  let author: Person
  let pool: pg.Pool
  let queries: CompiledQuery[]
  let db: Kysely<Tables>

  before(async () => {
    author = await server.person()
    pool = openPool(server.database.connection, 1)
    queries = []
    db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: event => void queries.push(event.query) })
    await server.context.db.transaction().execute(async trx => {
      // Count once at the end instead of once for each row.
      await sql`alter table posts disable trigger user`.execute(trx)
      await sql`
        insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid,
          salon_only, published_at, created_at, content_sha256)
        select gen_random_uuid(), ${author.account.id}, 'many-' || i, 'Many', 'x', 'x',
          case when i % 7000 = 1 then 'archived' when i % 3 = 0 then 'draft' else 'published' end,
          case when i % 2 = 0 then 'article' else 'short' end, 'public', '{}', false, false,
          now(), now() - i * interval '1 minute', sha256('x')
        from generate_series(1, ${sql.lit(MANY)}) i`.execute(trx)
      await sql`
        insert into post_groups
        select author_id, status, post_type, visibility, is_paid, salon_key, count(*) from posts
        where author_id = ${author.account.id} group by 1, 2, 3, 4, 5, 6`.execute(trx)
      await sql`alter table posts enable trigger user`.execute(trx)
    })
  })
  after(() => db.destroy())

  type List = typeof listPosts | typeof listSelected

  async function scansOf(list: List, filter: Parameters<typeof listPosts>[2]): Promise<PlanNode[]> {
    queries.length = 0
    await list(db, author.account.id, filter)
    assert.equal(queries.length, 1)
    const { sql: text, parameters } = queries[0]!
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, [...parameters])
    const nodes: PlanNode[] = []
    const collect = (node: PlanNode) => {
      nodes.push(node)
      node.Plans?.forEach(collect)
    }
    collect(rows[0]['QUERY PLAN'][0].Plan)
    return nodes.filter(node => node['Relation Name'] !== undefined)
  }

  const CASES: [string, Parameters<typeof listPosts>[2], number, List?][] = [
    ['the first page of everything', { limit: 20, offset: 0 }, MANY],
    ['a filter that three posts meet', { status: 'archived', limit: 20, offset: 0 }, 3],
    ['a filter that nothing meets', { visibility: 'unlisted', limit: 20, offset: 0 }, 0],
    ['an external id', { external_id: 'none', limit: 20, offset: 0 }, 0, listSelected],
    ['a range of time', { scheduled_from: later(), limit: 20, offset: 0 }, 0, listSelected],
  ]
  for (const analysed of [false, true]) {
    for (const [name, filter, total, list = listPosts] of CASES) {
      it(`${name} scans no whole table and reads few rows, ${analysed ? 'with' : 'without'} statistics`, async () => {
        if (analysed) await sql`analyze posts, post_groups`.execute(db)
        const scans = await scansOf(list, filter)
        const posts = scans.filter(scan => scan['Relation Name'] === 'posts')
        for (const scan of posts) assert.match(scan['Node Type'], /^Index (Only )?Scan$/)
        const read = scans.reduce(
          (sum, scan) => sum + (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
          0,
        )
        assert.ok(read <= 200, `${read} rows read`)
        assert.equal((await list(db, author.account.id, filter)).total, total)
      })
    }
  }
})

import { setTimeout as pause } from 'node:timers/promises'
import { CHANNEL } from '@galley/server/testing/installation'
import { issueToken, updateAccount } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import { article } from '../support/installation.ts'
import { createLoad, type LoadConfig } from '../support/load.ts'
import type { RequestMix } from '../support/requests.ts'
import type { Runner } from '../support/slices.ts'
import { type BenchSetup, startLoad } from './bench-setup.ts'
import { GOALS, type RowPlan } from './row.ts'

const BASELINE = 'a page of an article written by hand: Fastify, four named statements, template strings'
/** Until the changes of a row have their lasting effect on the caches. */
const CHANGES_BEFORE_SECONDS = 0.5

type Readers = readonly Readonly<Record<string, string>>[]

const ANYBODY: Readers = [{}]

const readArticles = ({ articles }: BenchSetup, readers: Readers): RequestMix => ({
  templates: readers.map(headers => ({ method: 'GET', path: '{article}', headers })),
  slots: { article: articles.map(({ path }) => path) },
})

const readFrontPage = (readers: Readers): RequestMix => ({
  templates: readers.map(headers => ({ method: 'GET', path: '/', headers })),
})

/** The baseline has the same articles, always with a session: it runs the same statements for all rows. */
const againstBaseline = (
  name: string,
  goal: number,
  requestsOf: (setup: BenchSetup) => RequestMix,
  { isCold = false } = {},
): RowPlan => ({
  name,
  goal,
  baseline: BASELINE,
  prepare: async setup => {
    const ours = await startLoad(setup.galley.url, requestsOf(setup))
    await readAll(setup, ours)
    const baseline = await startLoad(setup.handwrittenUrl, readArticles(setup, setup.readers))
    if (!isCold) return { ours, baseline }
    await emptyCaches(setup)
    return { ours, baseline, requestsOfSlice: setup.articles.length, cleanUp: () => emptyCaches(setup) }
  },
})

/** The rate during changes, compared with the rate without them. */
const duringChanges = (
  name: string,
  changesBy: (headers: Readonly<Record<string, string>>) => Pick<LoadConfig, 'templates' | 'perSecond'>,
): RowPlan => ({
  name,
  goal: GOALS.pagesDuringChanges,
  baseline: 'the same requests without the changes',
  needsLongSlices: true,
  prepare: async setup => {
    const { context, galley, articles } = setup
    const userId = articles[0]!.authorId
    await updateAccount(context.db, userId, { plan: 'pro_plus' })
    const { token } = await issueToken(context, userId, { name: 'changes' })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const changes = createLoad({
      url: galley.url,
      connections: 8,
      slots: { fresh: 'fresh' },
      ...changesBy(headers),
    })
    const baseline = await startLoad(galley.url, readArticles(setup, ANYBODY))
    const ours: Runner = {
      pid: baseline.pid,
      run: async limit => {
        const changing = changes.run({ seconds: CHANGES_BEFORE_SECONDS + limit.seconds })
        await baseline.run({ seconds: CHANGES_BEFORE_SECONDS })
        const slice = await baseline.run(limit)
        await changing
        return slice
      },
      close: changes.close,
    }
    await readAll(setup, baseline)
    return { ours, baseline, cleanUp: () => readAll(setup, baseline) }
  },
})

async function readAll({ articles }: BenchSetup, runner: Runner): Promise<void> {
  await runner.run({ seconds: 60, requests: articles.length })
}

/** Sends the message that the server gives itself after it has lost the database, and waits until it has it. */
async function emptyCaches({ context, galley }: BenchSetup): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ about: 'everything' })})`.execute(context.db)
  for (;;) {
    const metrics = await (await fetch(`${galley.url}/metrics`)).text()
    if (/^galley_cache_bytes 0$/m.test(metrics)) return
    await pause(2)
  }
}

export const pageRows: readonly RowPlan[] = [
  againstBaseline('pages: 400 articles, warm', GOALS.pagesWarm, setup => readArticles(setup, ANYBODY)),
  againstBaseline('pages: 400 articles, caches empty', GOALS.pagesCold, setup => readArticles(setup, ANYBODY), {
    isCold: true,
  }),
  againstBaseline('pages: 400 articles, signed in', GOALS.pagesSignedIn, setup => readArticles(setup, setup.readers)),
  againstBaseline('pages: front page, signed in', GOALS.frontPageSignedIn, setup => readFrontPage(setup.readers)),
  duringChanges('pages: 400 articles, 20 changes of a profile a second', headers => ({
    templates: [{ method: 'PATCH', path: '/api/v1/me', headers, body: JSON.stringify({ display_name: '{fresh}' }) }],
    perSecond: 20,
  })),
  duringChanges('pages: 400 articles, 5 publications a second', headers => ({
    templates: [{ method: 'POST', path: '/api/v1/posts', headers, body: article('published'), status: 201 }],
    perSecond: 5,
  })),
]

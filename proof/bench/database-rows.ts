import assert from 'node:assert/strict'
import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import { article, emptyQueue, makeAuthor } from '../support/installation.ts'
import { compileTemplate, createFiller, type RequestMix } from '../support/requests.ts'
import { type BenchSetup, startLoad } from './bench-setup.ts'
import { GOALS, type RowPlan } from './row.ts'

const BASELINE = 'the same job written by hand: Fastify, JSON schema, named statements'

type RequestSetup = Pick<BenchSetup, 'author' | 'posts' | 'context' | 'receiver'>

interface DatabaseRow extends RowPlan {
  requestsOf(setup: RequestSetup): RequestMix | Promise<RequestMix>
}

const overDatabase = (
  name: string,
  goal: number,
  requestsOf: DatabaseRow['requestsOf'],
  goalPerSecond?: number,
): DatabaseRow => ({
  name,
  requestsOf,
  goal,
  baseline: BASELINE,
  ...(goalPerSecond !== undefined && { goalPerSecond }),
  prepare: async setup => {
    const requests = await requestsOf(setup)
    await compareAnswers([setup.galley.url, setup.handwrittenUrl], requests)
    const [ours, baseline] = await Promise.all([
      startLoad(setup.galley.url, requests),
      startLoad(setup.handwrittenUrl, requests),
    ])
    return { ours, baseline, cleanUp: () => emptyQueue(setup.context) }
  },
})

/** The baseline is comparable only if it returns the same fields and as many posts. */
export async function compareAnswers(
  urls: readonly string[],
  { templates: [request], slots = {} }: RequestMix,
): Promise<void> {
  if (request === undefined) return
  const { method, path, headers = {}, body } = request
  const values = createFiller(slots)()
  const [ours, baseline] = await Promise.all(
    urls.map(async url => {
      const init = { method, headers, ...(typeof body === 'string' && { body: compileTemplate(body)(values) }) }
      return fieldsOf(await (await fetch(url + compileTemplate(path)(values), init)).json())
    }),
  )
  assert.deepEqual(baseline, ours, `the baseline answers ${method} ${path} differently`)
}

function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fieldsOf)
  if (typeof value !== 'object' || value === null) return '…'
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map(name => [name, name === 'tags' ? '…' : fieldsOf(Reflect.get(value, name))]))
}

const own = ({ author: { headers } }: Pick<BenchSetup, 'author'>, method: string, path: string, body?: string) => ({
  templates: [
    {
      method,
      path: `/api/v1/${path}`,
      headers,
      ...(body !== undefined && { body }),
      ...(method === 'POST' && { status: 201 }),
    },
  ],
})

const idsOf = ({ posts }: RequestSetup) => posts.map(({ id }) => id)

/**
 * A different page each time, so that no response is cached: 51 lists with 199 offsets. The two numbers have no common
 * factor, so a page repeats after 10,149 requests, when its cached response has expired.
 */
function coldPages(): RequestMix {
  const lists = ['', ...CATEGORY_VALUES.map(value => `&category=${value}`)]
  const orders = lists.flatMap(list => ['latest', 'popular'].map(sort => `${sort}${list}`))
  const templates = [...orders, 'trending'].map(order => ({
    method: 'GET',
    path: `/api/v1/public/posts?sort=${order}&offset={offset}`,
  }))
  return { templates, slots: { offset: Array.from({ length: 199 }, (_, i) => i) } }
}

/** The goal: publications a second by several authors at the same time. */
const PUBLISHED_A_SECOND = 600
const AUTHORS = 16

export const readRows: readonly DatabaseRow[] = [
  overDatabase('public list, cold', GOALS.coldRead, coldPages),
  overDatabase('own list', GOALS.coldRead, setup => own(setup, 'GET', 'posts')),
  overDatabase('own post', GOALS.coldRead, setup => ({
    ...own(setup, 'GET', 'posts/{post}'),
    slots: { post: idsOf(setup) },
  })),
]

export const writeRows: readonly DatabaseRow[] = [
  overDatabase('create, draft', GOALS.write, setup => ({
    ...own(setup, 'POST', 'posts', article('draft')),
    slots: { fresh: 'fresh' },
  })),
  overDatabase(
    'create, published, 16 authors',
    GOALS.published,
    async setup => {
      const authors = await Promise.all(Array.from({ length: AUTHORS }, () => makeAuthor(setup.context)))
      const templates = authors.flatMap(author => own({ author }, 'POST', 'posts', article('published')).templates)
      return { templates, slots: { fresh: 'fresh' } }
    },
    PUBLISHED_A_SECOND,
  ),
  overDatabase('create, published, 3 webhooks', GOALS.published, async setup => {
    const urls = ['a', 'b', 'c'].map(name => `${setup.receiver.url}/${name}`)
    const author = await makeAuthor(setup.context, { urls, events: ['post.published'] })
    return { ...own({ author }, 'POST', 'posts', article('published')), slots: { fresh: 'fresh' } }
  }),
  overDatabase('change (PATCH)', GOALS.write, setup => ({
    ...own(setup, 'PATCH', 'posts/{post}', JSON.stringify({ title: 'Changed {fresh}' })),
    slots: { post: idsOf(setup), fresh: 'fresh' },
  })),
]

import assert from 'node:assert/strict'
import { CATEGORY_VALUES } from '@galley/contract/categories'
import type { Questions } from '../load/question.ts'
import { compileTemplate, createFiller } from '../load/template.ts'
import { makeAuthor } from '../server/authors.ts'
import { emptyQueue } from '../server/empty-queue.ts'
import { article, type Rig, startLoad } from './rig.ts'
import { GOALS, type RowPlan } from './row.ts'

const FLOOR = 'the same job written by hand: Fastify, JSON schema, named statements'

const overDatabase = (
  name: string,
  goal: number,
  questionsOf: (rig: Rig) => Questions | Promise<Questions>,
  goalPerSecond?: number,
): RowPlan => ({
  name,
  goal,
  floor: FLOOR,
  ...(goalPerSecond !== undefined && { goalPerSecond }),
  prepare: async rig => {
    const questions = await questionsOf(rig)
    await compareAnswers([rig.galley.url, rig.handwrittenUrl], questions)
    const [ours, floor] = await Promise.all([
      startLoad(rig.galley.url, questions),
      startLoad(rig.handwrittenUrl, questions),
    ])
    const close = () => {
      ours.close()
      floor.close()
    }
    return { ours, floor, tidy: () => emptyQueue(rig.context), close }
  },
})

/** The floor counts only if it answers the same fields, and lists as many posts. */
async function compareAnswers(urls: readonly string[], { ask: [question], slots = {} }: Questions): Promise<void> {
  if (question === undefined) return
  const { method, path, headers = {}, body } = question
  const values = createFiller(slots)()
  const [ours, floor] = await Promise.all(
    urls.map(async url => {
      const init = { method, headers, ...(typeof body === 'string' && { body: compileTemplate(body)(values) }) }
      return fieldsOf(await (await fetch(url + compileTemplate(path)(values), init)).json())
    }),
  )
  assert.deepEqual(floor, ours, `the floor answers ${method} ${path} differently`)
}

function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fieldsOf)
  if (typeof value !== 'object' || value === null) return '…'
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map(name => [name, name === 'tags' ? '…' : fieldsOf(Reflect.get(value, name))]))
}

const own = ({ author: { headers } }: Pick<Rig, 'author'>, method: string, path: string, body?: string) => ({
  ask: [
    {
      method,
      path: `/api/v1/${path}`,
      headers,
      ...(body !== undefined && { body }),
      ...(method === 'POST' && { status: 201 }),
    },
  ],
})

const idsOf = ({ posts }: Rig) => posts.map(({ id }) => id)

/**
 * Another page each time, so that the cache never has the answer: 51 lists, each from 199 places. The two numbers share no
 * factor, so it takes 10,149 requests until one comes again, by when its answer is long too old.
 */
function coldPages(): Questions {
  const lists = ['', ...CATEGORY_VALUES.map(value => `&category=${value}`)]
  const orders = lists.flatMap(list => ['latest', 'popular'].map(sort => `${sort}${list}`))
  const ask = [...orders, 'trending'].map(order => ({
    method: 'GET',
    path: `/api/v1/public/posts?sort=${order}&offset={offset}`,
  }))
  return { ask, slots: { offset: Array.from({ length: 199 }, (_, i) => i) } }
}

/** Twice what was measured before authors could publish side by side. */
const PUBLISHED_A_SECOND = 600
const AUTHORS = 16

export const readRows: readonly RowPlan[] = [
  overDatabase('public list, cold', GOALS.coldRead, coldPages),
  overDatabase('own list', GOALS.coldRead, rig => own(rig, 'GET', 'posts')),
  overDatabase('own post', GOALS.coldRead, rig => ({
    ...own(rig, 'GET', 'posts/{post}'),
    slots: { post: idsOf(rig) },
  })),
]

export const writeRows: readonly RowPlan[] = [
  overDatabase('create, draft', GOALS.write, rig => ({
    ...own(rig, 'POST', 'posts', article('draft')),
    slots: { fresh: 'fresh' },
  })),
  overDatabase(
    'create, published, 16 authors',
    GOALS.published,
    async rig => {
      const authors = await Promise.all(Array.from({ length: AUTHORS }, () => makeAuthor(rig.context)))
      const ask = authors.flatMap(author => own({ author }, 'POST', 'posts', article('published')).ask)
      return { ask, slots: { fresh: 'fresh' } }
    },
    PUBLISHED_A_SECOND,
  ),
  overDatabase('create, published, 3 webhooks', GOALS.published, async rig => {
    const urls = ['a', 'b', 'c'].map(name => `${rig.receiver.url}/${name}`)
    const author = await makeAuthor(rig.context, { urls, events: ['post.published'] })
    return { ...own({ author }, 'POST', 'posts', article('published')), slots: { fresh: 'fresh' } }
  }),
  overDatabase('change (PATCH)', GOALS.write, rig => ({
    ...own(rig, 'PATCH', 'posts/{post}', JSON.stringify({ title: 'Changed {fresh}' })),
    slots: { post: idsOf(rig), fresh: 'fresh' },
  })),
]

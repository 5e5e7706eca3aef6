import { CATEGORY_VALUES } from '@galley/contract/categories'
import type { SqlConfig } from '../floors/sql-process.ts'
import type { Questions } from '../load/question.ts'
import { startRunner } from '../load/slices.ts'
import { makeAuthor } from '../server/authors.ts'
import { emptyQueue } from '../server/empty-queue.ts'
import { article, type Rig, startLoad } from './rig.ts'
import { GOALS, type RowPlan } from './row.ts'

/** As many as the server has, unless told otherwise. */
const DATABASE_CONNECTIONS = 10

/** The floor of these is their own SQL: recorded from one request, then said again and again with fresh values. */
const overSql = (
  name: string,
  goal: number,
  questionsOf: (rig: Rig) => Questions | Promise<Questions>,
  options = { isFirst: false },
): RowPlan => ({
  name,
  goal,
  floor: 'the same SQL through pg, without HTTP',
  prepare: async rig => {
    const { connection, recorder, galley } = rig
    const questions = await questionsOf(rig)
    const recording = await recorder.record(questions, options)
    const config: SqlConfig = {
      connection,
      connections: DATABASE_CONNECTIONS,
      prepared: rig.preparedFloor,
      ...recording,
    }
    const [ours, floor] = await Promise.all([
      startLoad(galley.url, questions),
      startRunner(`${import.meta.dirname}/../floors/sql-process.ts`, config),
    ])
    const close = () => {
      ours.close()
      floor.close()
    }
    return { ours, floor, tidy: () => emptyQueue(rig.context), close }
  },
})

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

export const readRows: readonly RowPlan[] = [
  overSql('public list, cold', GOALS.coldRead, coldPages),
  overSql('own list', GOALS.coldRead, rig => own(rig, 'GET', 'posts')),
  overSql('own post', GOALS.coldRead, rig => ({ ...own(rig, 'GET', 'posts/{post}'), slots: { post: idsOf(rig) } })),
  // Once checked, a token is known until the minute ends; the floor looks it up each time.
  overSql(
    'token check (GET /me)',
    GOALS.coldRead,
    async rig => own({ author: await makeAuthor(rig.context) }, 'GET', 'me'),
    { isFirst: true },
  ),
]

export const writeRows: readonly RowPlan[] = [
  overSql('create, draft', GOALS.write, rig => ({
    ...own(rig, 'POST', 'posts', article('draft')),
    slots: { fresh: 'fresh' },
  })),
  overSql('create, published, 3 webhooks', GOALS.write, async rig => {
    const urls = ['a', 'b', 'c'].map(name => `${rig.receiver.url}/${name}`)
    const author = await makeAuthor(rig.context, { urls, events: ['post.published'] })
    return { ...own({ author }, 'POST', 'posts', article('published')), slots: { fresh: 'fresh' } }
  }),
  overSql('change (PATCH)', GOALS.write, rig => ({
    ...own(rig, 'PATCH', 'posts/{post}', JSON.stringify({ title: 'Changed {fresh}' })),
    slots: { post: idsOf(rig), fresh: 'fresh' },
  })),
]

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CreatedPost } from '@galley/contract/schemas/writing/posts'
import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import pg from 'pg'
import { purgeAccount } from '../../../src/identity/accounts/deletion/purge-account.ts'
import { requestDeletion } from '../../../src/identity/accounts/deletion/request-deletion.ts'
import {
  ALL_POSTS,
  commentsSubject,
  EVERYTHING,
  listOfAuthor,
  listOfCategory,
  listOfTag,
  NAMES,
  postSubject,
  seriesSubject,
  slugSubject,
  userSubject,
} from '../../../src/platform/cache/subjects.ts'
import type { BusMessage } from '../../../src/platform/db/bus.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import type { Answer } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { createPost } from '../../support/posts/posts.ts'
import { ownSalon, publish, setSuspended } from '../../support/posts/public.ts'
import { createSeries, entryOf, SERIES } from '../../support/posts/series.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const POST: BusMessage = { about: 'public', subjects: ['post:01890000-0000-7000-8000-000000000000'] }
const ACCOUNT: BusMessage = { about: 'account', userId: '01890000-0000-7000-8000-000000000001' }

let server: TestServer
let listener: pg.Client
/** The messages that another node receives. */
const received: BusMessage[] = []
before(async () => {
  server = await startTestServer()
  listener = new pg.Client(server.database.connection)
  listener.on('notification', ({ payload }) => received.push(JSON.parse(payload ?? '')))
  await listener.connect()
  await listener.query('listen galley')
})
after(async () => {
  await listener.end()
  await server.close()
})

const changedSubjects = () =>
  received.splice(0).flatMap(message => (message.about === 'public' ? message.subjects : []))

/** The posts and comments that the received messages name. */
const changed = () => changedSubjects().filter(subject => /^(?:post|comments):/.test(subject))

const notifyInTransaction = (message: BusMessage) =>
  transact(server.context, async (_trx, notify) => {
    notify(message)
  })

describe('messages to other nodes', () => {
  it('about an account are sent by the commit itself', async () => {
    await notifyInTransaction(ACCOUNT)
    // The backend passes on what was sent before this query.
    await listener.query('select 1')
    assert.deepEqual(received.splice(0), [ACCOUNT])
  })

  it('about what is no longer shown are sent by the commit itself, also if the process is killed then', async () => {
    const { bus } = server.context
    const later = bus.sendSoon
    const [author, admin, reader] = await Promise.all([
      server.person({ plan: 'pro_plus' }),
      server.person({ role: 'admin' }),
      server.person(),
    ])
    const { session } = author
    const salon_id = await ownSalon(server, author)
    const change = (body: object) => (post: CreatedPost) => session.patch(`/api/v1/posts/${post.id}`, body)
    const comment = (id: string) => reader.session.post(`/api/v1/reader/posts/${id}/comments`, { content: 'A comment' })
    const paid = { is_paid: true, price_jpy: 300 }
    const moderate = (path: string) => admin.session.post(`/api/v1/admin/${path}/hide`, { reason: 'A reason' })
    const ways: [string, 'post' | 'comments', (post: CreatedPost) => Promise<Answer>][] = [
      ['draft again', 'post', change({ status: 'draft' })],
      ['archived', 'post', change({ status: 'archived' })],
      ['unlisted', 'post', change({ visibility: 'unlisted' })],
      ['paid', 'post', change(paid)],
      ['for members', 'post', change({ salon_id, salon_only: true })],
      ['deleted', 'post', ({ id }) => session.delete(`/api/v1/posts/${id}`)],
      ['hidden', 'post', ({ id }) => moderate(`posts/${id}`)],
      ['comment hidden', 'comments', async ({ id }) => moderate(`comments/${(await comment(id)).body.id}`)],
      [
        'comment deleted',
        'comments',
        async ({ id }) => session.delete(`/api/v1/reader/comments/${(await comment(id)).body.id}`),
      ],
    ]
    try {
      bus.sendSoon = () => {}
      for (const [what, about, hide] of ways) {
        const post = await publish(session, { title: what, content: 'Its text.' })
        received.splice(0)
        const { status, body } = await hide(post)
        assert.equal(status, 200, `${what}: ${JSON.stringify(body)}`)
        await listener.query('select 1')
        assert.deepEqual(changed(), [`${about}:${post.id}`], what)
      }
      const post = await publish(session, { ...paid, title: 'Paid', content: 'Free. <!-- paywall --> Paid.' })
      received.splice(0)
      await change({ content: 'F <!-- paywall --> ree. Paid.' })(post)
      await listener.query('select 1')
      assert.deepEqual(changed(), [`post:${post.id}`], 'a shorter free part')
    } finally {
      bus.sendSoon = later
    }
  })

  it('about a series or an account that is no longer shown are sent by the commit itself', async () => {
    const { context } = server
    const later = context.bus.sendSoon
    const [author, leaver] = await Promise.all([server.person(), server.person()])
    const series = await createSeries(author.session)
    await publish(author.session, entryOf(series))
    const ways: [string, string, () => Promise<unknown>][] = [
      ['series deleted', seriesSubject(series.id), () => author.session.delete(`${SERIES}/${series.id}`)],
      ['suspended', userSubject(author.account.id), () => setSuspended(server, author, true)],
      [
        'deleted',
        userSubject(leaver.account.id),
        () => requestDeletion(context, leaver.account.id, { byOperator: true }),
      ],
      ['purged', userSubject(leaver.account.id), () => purgeAccount(context, leaver.account.id)],
    ]
    try {
      context.bus.sendSoon = () => {}
      for (const [what, subject, hide] of ways) {
        received.splice(0)
        await hide()
        await listener.query('select 1')
        assert.ok(changedSubjects().includes(subject), what)
      }
    } finally {
      context.bus.sendSoon = later
    }
  })

  it('about an account that is no longer shown name all that shows it, and everything if that is very much', async () => {
    const [{ session: other }, writer] = await Promise.all([server.person(), server.person()])
    const commented = await publish(other, { tags: ['commented'] })
    const series = await createSeries(writer.session)
    const own = await publish(writer.session, { ...entryOf(series), tags: ['own'] })
    const draft = await createPost(writer.session, { tags: ['draft'] })
    const comment = { content: 'A comment' }
    assert.equal((await writer.session.post(`/api/v1/reader/posts/${commented.id}/comments`, comment)).status, 201)
    const changes = async () => {
      // What was sent later is here, too.
      await notifyInTransaction({ about: 'public', subjects: ['last'] })
      await eventually(() =>
        assert.ok(received.some(message => 'subjects' in message && message.subjects[0] === 'last')),
      )
      return new Set(changedSubjects())
    }
    for (const suspended of [true, false]) {
      await changes()
      await setSuspended(server, writer, suspended)
      const subjects = await changes()
      const named = [own, commented].flatMap(({ id }) => [postSubject(id), commentsSubject(id)])
      const lists = [listOfTag('own'), listOfTag('commented'), listOfAuthor(writer.account.id), ALL_POSTS]
      for (const subject of [...named, ...lists, seriesSubject(series.id)]) assert.ok(subjects.has(subject), subject)
      for (const subject of [EVERYTHING, postSubject(draft.id)]) assert.ok(!subjects.has(subject), subject)
    }
    const titles = Array.from({ length: 260 }, (_, i) => `Post ${i}`)
    await inParallel(titles, title => publish(writer.session, { title }))
    await changes()
    await setSuspended(server, writer, true)
    assert.deepEqual(await changes(), new Set([EVERYTHING, 'last']))
  })

  it('about an account say what changed', async () => {
    const { session, password, account } = await server.person()
    const { id: userId } = account
    const user = userSubject(userId)
    const rights = { about: 'account', userId }
    const profile = { about: 'account', userId, changed: 'profile' }
    const changes: [object, object[]][] = [
      [{}, []],
      [{ display_name: account.display_name, bio: account.bio }, []],
      [{ bio: 'New' }, [{ about: 'public', subjects: [user] }]],
      [{ display_name: 'New' }, [profile, { about: 'public', subjects: [user, NAMES] }]],
      [{ password: 'another passphrase', current_password: password }, [rights]],
    ]
    await listener.query('select 1')
    for (const [change, expected] of changes) {
      received.splice(0)
      assert.equal((await session.patch('/api/v1/me', change)).status, 200)
      await notifyInTransaction(POST)
      await eventually(() => assert.deepEqual(received.at(-1), POST))
      const sent = received.splice(0, received.length - 1).filter(({ about }) => ['account', 'public'].includes(about))
      assert.deepEqual(sent, expected, JSON.stringify(change))
    }
    received.splice(0)
  })

  it('name every place of a post before and after the change', async () => {
    const { session } = await server.person()
    const series = [await createSeries(session), await createSeries(session)]
    const [before, after] = series.map((each, i) => ({
      ...entryOf(each),
      tags: [`tag ${i}`],
      category: CATEGORY_VALUES[i],
    }))
    const { id, slug } = await publish(session, before)
    received.splice(0)
    assert.equal((await session.patch(`/api/v1/posts/${id}`, { ...after, status: 'archived' })).status, 200)
    await listener.query('select 1')
    const subjects = new Set(changedSubjects())
    for (const [i, { id: seriesId }] of series.entries()) {
      const places = [listOfTag(`tag ${i}`), listOfCategory(CATEGORY_VALUES[i] ?? ''), seriesSubject(seriesId)]
      for (const place of [...places, slugSubject(slug)]) assert.ok(subjects.has(place), place)
    }
  })

  it('about a post arrive soon after the commit', async () => {
    await notifyInTransaction(POST)
    await eventually(() => assert.deepEqual(received, [POST]))
    received.splice(0)
  })

  it('about very many posts arrive, sent by the commit and after it', async () => {
    const subjects = Array.from({ length: 1000 }, () => postSubject(randomUUID()))
    for (const hides of [true, false]) {
      await transact(server.context, async (_trx, notify) => notify({ about: 'public', subjects }, { hides }))
      await eventually(() => assert.ok(received.length >= 10))
      assert.deepEqual(changed(), subjects)
    }
  })

  it('are not sent for a transaction that fails', async () => {
    const failing = transact(server.context, async (_trx, notify) => {
      notify(POST)
      notify(ACCOUNT)
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    await server.context.bus.close()
    await listener.query('select 1')
    assert.deepEqual(received, [])
  })

  it('are all sent before a node stops', async () => {
    const messages = Array.from({ length: 30 }, (_, i): BusMessage => ({ about: 'public', subjects: [`${i}`] }))
    await inParallel(messages, notifyInTransaction)
    await server.context.bus.close()
    await listener.query('select 1')
    const ids = received.map(message => ('subjects' in message ? Number(message.subjects[0]) : -1))
    assert.deepEqual(
      ids.sort((a, b) => a - b),
      messages.map((_, i) => i),
    )
  })
})

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, afterEach, before, describe, it } from 'node:test'
import { verifyWebhook } from '@galley/client/webhooks'
import { eventually } from '../../server/test/support/eventually.ts'
import { startNodeProcess } from '../../server/test/support/processes/node-process.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { type Author, createAuthor, startSite } from './support/author.ts'
import { type HookReceiver, startHookReceiver } from './support/hook-receiver.ts'

const WITHIN_MS = 30_000

let server: TestServer
let receiver: HookReceiver
before(async () => {
  server = await startSite()
})
after(() => server.close())

const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
  }
  running.clear()
  receiver.close()
})

interface Listener {
  readonly child: ChildProcess
  said(): string
  ended: Promise<unknown>
}

/** Resolves when it listens. */
async function startListening({ work }: Author, args: string[] = [], env = {}): Promise<Listener> {
  const child = work.start(['listen', '--forward-to', receiver.url, ...args], env)
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      said += text
    })
  }
  const ended = once(child, 'close')
  await eventually(() => assert.match(said, /Signed with the secret \S+\n/), WITHIN_MS)
  return { child, said: () => said, ended }
}

/** A module that sets the clock of a process an hour ahead. */
const AHEAD = `data:text/javascript,${encodeURIComponent(`
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + 3_600_000) }
    static now() { return Real.now() + 3_600_000 }
  }`)}`
const CLOCK_AHEAD = { NODE_OPTIONS: `--import=${AHEAD}` }

const create = async ({ person }: Author, title: string): Promise<void> => {
  const { status } = await person.bearer.post('/api/v1/posts', { title, content: 'x' })
  assert.equal(status, 201)
}

const titles = () => receiver.received.map(({ body }) => JSON.parse(body).data.post.title)

/** The event that the receiver has got is signed with this secret, and has the stored bytes. */
async function assertSentLikeWebhook(secret: string): Promise<void> {
  const [{ headers, body } = assert.fail(), ...more] = receiver.received
  assert.equal(more.length, 0)
  const event = await verifyWebhook(body, headers, secret, { requireTimestamp: true })
  assert.equal(event.event, 'post.created')
  assert.equal(headers['x-service-event-id'], event.event_id)
  assert.equal(headers['x-service-attempt'], '1')
  const [stored] = await server.context.db
    .selectFrom('events')
    .select('body')
    .where('event_id', '=', event.event_id)
    .execute()
  assert.equal(body, stored?.body)
}

describe('gly listen', () => {
  it('begins now by the clock of the server, even if its own is ahead, and sends a rejected event again before the next', async () => {
    receiver = await startHookReceiver()
    receiver.respondWith(500, 200)
    const author = await createAuthor(server, {})
    await create(author, 'before')
    // An event can be read when all earlier transactions of the database server have ended, those of other tests included.
    await eventually(async () => {
      const { body } = await author.person.bearer.get('/api/v1/events')
      assert.equal(body.events.length, 1)
    }, WITHIN_MS)
    await startListening(author, [], CLOCK_AHEAD)
    await create(author, 'One')
    await create(author, 'Two')
    await eventually(() => assert.deepEqual(titles(), ['One', 'One', 'Two']), WITHIN_MS)
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '1'],
    )
  })

  it('sends the bytes and headers of a webhook, and goes on after a SIGKILL: nothing is lost, or sent again once it was acknowledged', async () => {
    receiver = await startHookReceiver()
    const author = await createAuthor(server, {})
    const first = await startListening(author)
    await create(author, '日本')
    await eventually(() => assert.match(first.said(), /post\.created +200 in \d+ ms/), WITHIN_MS)
    await assertSentLikeWebhook(/secret (\S+)/.exec(first.said())?.[1] ?? '')
    first.child.kill('SIGKILL')
    await first.ended
    await create(author, 'Two')
    await create(author, 'Three')
    const second = await startListening(author)
    await eventually(() => assert.equal(receiver.received.length, 3), WITHIN_MS)
    assert.deepEqual(titles(), ['日本', 'Two', 'Three'])
    second.child.kill('SIGSTOP')
    await create(author, 'Four')
    second.child.kill('SIGCONT')
    await eventually(() => assert.deepEqual(titles(), ['日本', 'Two', 'Three', 'Four']), WITHIN_MS)
    second.child.kill('SIGINT')
    assert.deepEqual(await second.ended, [0, null])
  })

  it('sends only the chosen events, and those of the past with --since', async () => {
    receiver = await startHookReceiver()
    const author = await createAuthor(server, {})
    await create(author, 'Before')
    const { body } = await author.person.bearer.post('/api/v1/posts', { title: 'P', content: 'x', status: 'published' })
    await startListening(author, ['--since', '1h', '--events', 'post.published', '--secret', 'mine'])
    await eventually(() => assert.equal(receiver.received.length, 1), WITHIN_MS)
    assert.equal(JSON.parse(receiver.received[0]?.body ?? '').data.post.id, body.id)
  })

  it('begins now with --since now as well, and goes on after a SIGKILL of the server', async () => {
    receiver = await startHookReceiver()
    const author = await createAuthor(server, {})
    const port = String(20_000 + Math.floor(Math.random() * 10_000))
    const node = await startNodeProcess(server.database, { PORT: port, ROLE: 'api' })
    author.work.env['GALLEY_URL'] = node.url
    try {
      await create(author, 'before')
      await startListening(author, ['--since', 'now'], CLOCK_AHEAD)
      await create(author, 'One')
      await eventually(() => assert.deepEqual(titles(), ['One']), WITHIN_MS)
    } finally {
      await node.end('SIGKILL')
    }
    await create(author, 'Two')
    const next = await startTestServer({ database: server.database, env: { PORT: port } })
    try {
      await create(author, 'Three')
      await eventually(() => assert.deepEqual(titles(), ['One', 'Two', 'Three']), WITHIN_MS)
    } finally {
      await next.close()
    }
  })
})

describe('gly events', () => {
  it('prints the events of the last day, oldest first', async () => {
    receiver = await startHookReceiver()
    const author = await createAuthor(server, {})
    await create(author, 'One')
    await create(author, 'Two')
    // An event is listed when all earlier transactions have ended, and other tests use the same PostgreSQL.
    await eventually(async () => {
      const { stdout, code } = await author.work.gly('events')
      assert.equal(code, 0)
      assert.match(stdout, /post\.created +One \(draft\)\n.*post\.created +Two \(draft\)\n/)
    }, WITHIN_MS)
    assert.equal((await author.work.gly('events', '--events', 'post.publish')).code, 2)
  })
})

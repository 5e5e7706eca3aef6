import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, afterEach, before, describe, it } from 'node:test'
import { verifyWebhook } from '@galley/client/webhooks'
import { eventually } from '../../server/test/support/eventually.ts'
import { startNodeProcess } from '../../server/test/support/processes/node-process.ts'
import type { TestServer } from '../../server/test/support/test-server.ts'
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
async function startListening({ work }: Author, ...args: string[]): Promise<Listener> {
  return listenWith(work.start(['listen', '--forward-to', receiver.url, ...args]))
}

async function listenWith(child: ChildProcess): Promise<Listener> {
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

const create = async ({ person }: Author, title: string): Promise<void> => {
  const { status } = await person.bearer.post('/api/v1/posts', { title, content: 'x' })
  assert.equal(status, 201)
}

const titles = () => receiver.received.map(({ body }) => JSON.parse(body).data.post.title)

describe('gly listen', () => {
  for (const args of [[], ['--since', 'now']]) {
    it(`begins now by the clock of the server, even if its own is ahead: ${['listen', ...args].join(' ')}`, async () => {
      receiver = await startHookReceiver()
      const author = await createAuthor(server, {})
      await create(author, 'before')
      const listen = ['listen', '--forward-to', receiver.url, ...args]
      await listenWith(author.work.start(listen, { NODE_OPTIONS: `--import=${AHEAD}` }))
      await create(author, 'after')
      await eventually(() => assert.deepEqual(titles(), ['after']), WITHIN_MS)
    })
  }

  it('sends the bytes and headers of a webhook, signed with the printed secret', async () => {
    receiver = await startHookReceiver()
    const author = await createAuthor(server, {})
    const listener = await startListening(author)
    const secret = /secret (\S+)/.exec(listener.said())?.[1] ?? ''
    await create(author, '日本')
    await eventually(() => assert.equal(receiver.received.length, 1), WITHIN_MS)
    const [{ headers, body } = assert.fail()] = receiver.received
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
    await eventually(() => assert.match(listener.said(), /post\.created +200 in \d+ ms/), WITHIN_MS)
    listener.child.kill('SIGINT')
    assert.deepEqual(await listener.ended, [0, null])
  })

  it('sends only the chosen events, and those of the past with --since', async () => {
    receiver = await startHookReceiver()
    const author = await createAuthor(server, {})
    await create(author, 'Before')
    const { body } = await author.person.bearer.post('/api/v1/posts', { title: 'P', content: 'x', status: 'published' })
    await startListening(author, '--since', '1h', '--events', 'post.published', '--secret', 'mine')
    await eventually(() => assert.equal(receiver.received.length, 1), WITHIN_MS)
    assert.equal(JSON.parse(receiver.received[0]?.body ?? '').data.post.id, body.id)
  })

  it('sends a refused event again, before the next one', async () => {
    receiver = await startHookReceiver()
    receiver.answerWith(500, 200)
    const author = await createAuthor(server, {})
    await startListening(author)
    await create(author, 'One')
    await create(author, 'Two')
    await eventually(() => assert.deepEqual(titles(), ['One', 'One', 'Two']), WITHIN_MS)
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '1'],
    )
  })

  it('goes on after a SIGKILL: nothing is lost, and nothing that was acknowledged is sent again', async () => {
    receiver = await startHookReceiver()
    const author = await createAuthor(server, {})
    const first = await startListening(author)
    await create(author, 'One')
    await eventually(() => assert.match(first.said(), /200 in/), WITHIN_MS)
    first.child.kill('SIGKILL')
    await first.ended
    await create(author, 'Two')
    await create(author, 'Three')
    const second = await startListening(author)
    await eventually(() => assert.equal(receiver.received.length, 3), WITHIN_MS)
    assert.deepEqual(titles(), ['One', 'Two', 'Three'])
    second.child.kill('SIGSTOP')
    await create(author, 'Four')
    second.child.kill('SIGCONT')
    await eventually(() => assert.deepEqual(titles(), ['One', 'Two', 'Three', 'Four']), WITHIN_MS)
  })

  it('goes on after a SIGKILL of the server', async () => {
    receiver = await startHookReceiver()
    const author = await createAuthor(server, {})
    const port = String(20_000 + Math.floor(Math.random() * 10_000))
    const start = () => startNodeProcess(server.database, { PORT: port, ROLE: 'api' })
    let node = await start()
    author.work.env['GALLEY_URL'] = node.url
    try {
      await startListening(author)
      await create(author, 'One')
      await eventually(() => assert.deepEqual(titles(), ['One']), WITHIN_MS)
      await node.end('SIGKILL')
      await create(author, 'Two')
      node = await start()
      await create(author, 'Three')
      await eventually(() => assert.deepEqual(titles(), ['One', 'Two', 'Three']), WITHIN_MS)
    } finally {
      await node.end('SIGKILL')
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

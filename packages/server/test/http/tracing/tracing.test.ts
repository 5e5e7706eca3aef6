import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { readSettings } from '../../../src/platform/config.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { traced, traceFields } from '../../../src/platform/core/tracing.ts'
import { startTracing } from '../../../src/start-tracing.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { registerWebhook } from '../../support/webhooks.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
}

/** A collector of OTLP over HTTP. */
let collector: Server
const spans: Span[] = []
let receiver: Receiver
let server: TestServer
let stopTracing: () => Promise<void>
before(async () => {
  collector = createServer(async (request, response) => {
    assert.deepEqual([request.url, request.headers['x-key']], ['/v1/traces', 'a b'])
    const { resourceSpans } = (await json(request)) as Export
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(scope => scope.spans)))
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const { tracing } = readSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
  })
  assert.ok(tracing)
  stopTracing = startTracing(tracing, await createLogger('silent'))
  receiver = await startReceiver()
  server = await startTestServer({ env: { ...RECEIVER_ENV, TRUST_PROXY: 'true' }, dispatcher: true })
})
after(async () => {
  await server.close()
  await receiver.close()
  collector.close()
})

describe('tracing', () => {
  it('joins the request, its transaction and the delivery to one trace, which the receiver gets', async () => {
    const { bearer } = await server.person()
    await registerWebhook(bearer, `${receiver.url}/traced`)
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    // A long body arrives in several parts.
    const { body } = await bearer.post(POSTS, { title: 't', content: 'c '.repeat(400_000) }, { headers })
    const sent = await eventually(() => receiver.received[0] ?? assert.fail('nothing was delivered'))
    assert.match(String(sent.headers['traceparent']), new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
    // A delivery of another change is in another trace.
    await createPost(bearer)
    const other = await eventually(() => receiver.received[1] ?? assert.fail('nothing was delivered'))
    assert.doesNotMatch(String(other.headers['traceparent']), new RegExp(traceId))

    let line = {}
    await traced('a job', { parent: null }, async () => {
      line = traceFields()
    })
    assert.deepEqual(Object.keys(line), ['trace_id', 'span_id'])

    // Without a trusted proxy, a client cannot choose the trace.
    const direct = await startTestServer()
    const chosen = { traceparent: `00-${'1'.repeat(32)}-b7ad6b7169203331-01` }
    await (await fetch(`${direct.url}/healthz`, { headers: chosen })).text()
    await direct.close()

    // Without OTEL_TRACES_SAMPLER, few of the reads have a trace.
    const sampling = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x' } })
    for (let i = 0; i < 30; i++) await (await fetch(`${sampling.url}/readyz`)).text()
    await sampling.close()

    await stopTracing()
    assert.ok(spans.filter(({ name }) => name === 'GET /readyz').length < 30)
    assert.ok(spans.some(({ name }) => name === 'GET /healthz'))
    assert.ok(!spans.some(span => span.traceId === '1'.repeat(32)))
    const ofRequest = spans.filter(span => span.traceId === traceId)
    const request = ofRequest.find(({ name }) => name === 'POST /api/v1/posts') ?? assert.fail(JSON.stringify(spans))
    assert.equal(request.parentSpanId, 'b7ad6b7169203331')
    const status = request.attributes.find(({ key }) => key === 'http.response.status_code')
    assert.equal(status?.value.intValue, 201)
    const transaction = ofRequest.find(({ name }) => name === 'transaction')
    assert.equal(transaction?.parentSpanId, request.spanId)
    const delivery = ofRequest.find(({ name }) => name === 'deliver post.created')
    assert.equal(delivery?.parentSpanId, transaction?.spanId)
    assert.equal(sent.headers['traceparent'], `00-${traceId}-${delivery?.spanId}-01`)
    assert.ok(!JSON.stringify(spans).includes(body.id), 'spans have no ids of content')
  })

  it('records all requests if OTEL_TRACES_SAMPLER says so', () => {
    const share = (env: Record<string, string>) =>
      readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', ...env }).tracing?.readShare
    assert.ok((share({}) ?? 1) < 1)
    assert.equal(share({ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }), 1)
  })

  it('costs nothing when it is off: no header is sent, and nothing is stored or logged', async () => {
    assert.equal(readSettings({}).tracing, undefined)
    assert.equal(
      readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }).tracing,
      undefined,
    )
    const count = receiver.received.length
    const { bearer } = await server.person()
    await registerWebhook(bearer, `${receiver.url}/untraced`)
    await createPost(bearer)
    const sent = await eventually(() => receiver.received[count] ?? assert.fail('nothing was delivered'))
    assert.equal(sent.headers['traceparent'], undefined)
    const rows = await server.context.db
      .selectFrom('events')
      .select('traceparent')
      .orderBy('created_at', 'desc')
      .execute()
    assert.equal(rows[0]?.traceparent, null)
    assert.deepEqual(traceFields(), {})
  })

  it('warns, and changes nothing else, if the collector rejects the spans', async () => {
    const refusing = createServer((request, response) => {
      request.resume()
      response.writeHead(400).end()
    })
    await once(refusing.listen(0, '127.0.0.1'), 'listening')
    const { port } = refusing.address() as AddressInfo
    const { tracing } = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
    assert.ok(tracing)
    const log = await createLogger('silent')
    const warnings: string[] = []
    log.warn = (text: string) => void warnings.push(text)
    const stop = startTracing(tracing, log)
    assert.equal((await server.anyone.get('/healthz')).status, 200)
    await stop()
    await eventually(() =>
      assert.match(warnings.join(), new RegExp(`^traces cannot be sent to http://127.0.0.1:${port}/`)),
    )
    refusing.closeAllConnections()
    refusing.close()
  })

  it('refuses settings that it cannot use', () => {
    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'nothing'],
      ['OTEL_TRACES_SAMPLER', 'sometimes'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ] as const) {
      assert.throws(() => readSettings({ [name]: value }), new RegExp(name))
    }
  })
})

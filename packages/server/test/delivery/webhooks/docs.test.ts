import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DELIVERY_HEADERS, EVENT_NAMES } from '@galley/contract/delivery/events'
import { DELIVERY_ERROR_DETAILS, DELIVERY_ERRORS } from '@galley/contract/delivery/webhooks'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Received, type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8')

interface Example {
  verify(body: string | Buffer, headers: Received['headers'], secret: string): boolean
  verifyStandard(body: string | Buffer, headers: Received['headers'], secret: string, now?: number): boolean
}

/** The code of the documentation page, unchanged. */
async function loadExample(): Promise<Example> {
  const [, code = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? []
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

describe('the Node example in the webhook documentation', () => {
  let receiver: Receiver
  let server: TestServer
  let example: Example
  before(async () => {
    example = await loadExample()
    receiver = await startReceiver()
    server = await startTestServer({ env: RECEIVER_ENV, dispatcher: true })
  })
  after(async () => {
    await server.close()
    await receiver.close()
  })

  it('accepts our requests, with the new secret and with the former one after a rotation', async () => {
    const { bearer } = await server.person()
    const { id, secret } = await registerWebhook(bearer, `${receiver.url}/example`)
    const next = async (count: number): Promise<Received> => {
      await createPost(bearer, { title: 'Grüße, 世界' })
      return eventually(() => arrivedAt(receiver, '/example')[count - 1] ?? assert.fail())
    }
    const { body, headers } = await next(1)
    assert.equal(example.verify(body, headers, secret), true)
    assert.equal(example.verify(Buffer.from(body), headers, secret), true)
    assert.equal(example.verifyStandard(body, headers, secret), true)

    const rotated = (await bearer.post(`${WEBHOOKS}/${id}/rotate-secret`)).body.secret
    const second = await next(2)
    for (const known of [secret, rotated]) {
      assert.equal(example.verify(second.body, second.headers, known), true)
      assert.equal(example.verifyStandard(second.body, second.headers, known), true)
    }
  })

  it('refuses another body, another secret, an old request and a missing signature', async () => {
    const { bearer } = await server.person()
    const { secret } = await registerWebhook(bearer, `${receiver.url}/refuses`)
    await createPost(bearer)
    const { body, headers } = await eventually(() => arrivedAt(receiver, '/refuses')[0] ?? assert.fail())
    for (const check of [example.verify, example.verifyStandard]) {
      assert.equal(check(`${body} `, headers, secret), false)
      assert.equal(check(body, headers, 'x'.repeat(64)), false)
      assert.equal(check(body, {}, secret), false)
      const forged = { 'x-service-signature': 'sha256=00', 'webhook-signature': 'v1,AAAA' }
      assert.equal(check(body, { ...headers, ...forged }, secret), false)
    }
    assert.equal(example.verifyStandard(body, headers, secret, Date.now() + 301_000), false)
    assert.equal(example.verifyStandard(body, { ...headers, 'webhook-timestamp': '1' }, secret, 1000), false)
  })
})

describe('the Python example in the webhook documentation', { skip: !hasPython() && 'there is no python3' }, () => {
  const secret = 'x'.repeat(64)
  const body = '{"title":"Grüße, 世界"}'
  const now = String(Math.floor(Date.now() / 1000))
  const hmac = (data: string) => createHmac('sha256', secret).update(data)
  const signed = {
    'X-Service-Signature': `sha256=${hmac(body).digest('hex')}`,
    'webhook-id': 'id',
    'webhook-timestamp': now,
    'webhook-signature': `v1,AAAA v1,${hmac(`id.${now}.${body}`).digest('base64')}`,
  }

  it('accepts our signatures, and rejects all others and headers that make no sense', () => {
    const { 'webhook-id': _, ...withoutId } = signed
    const cases: [PythonCase, responses: boolean[]][] = [
      [
        [body, signed],
        [true, true],
      ],
      [
        [`${body} `, signed],
        [false, false],
      ],
      [
        [body, {}],
        [false, false],
      ],
      [
        [body, withoutId],
        [true, false],
      ],
    ]
    for (const timestamp of ['', '²', '-1', '1', 'x', '9'.repeat(5000)]) {
      cases.push([
        [body, { ...signed, 'webhook-timestamp': timestamp }],
        [true, false],
      ])
    }
    assert.deepEqual(
      runPython(
        cases.map(([given]) => given),
        secret,
      ),
      cases.map(([, responses]) => responses),
    )
  })
})

function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0
}

type PythonCase = [body: string, headers: Record<string, string>]

/** For each case, the responses of `verify` and `verify_standard`. */
function runPython(cases: PythonCase[], secret: string): boolean[][] {
  const [, code = ''] = /```python\n([\s\S]+?)```/.exec(page) ?? []
  const calls = `
import json, sys
cases, secret = json.loads(sys.argv[1])
checks = (verify, verify_standard)
print(json.dumps([[check(body.encode(), headers, secret) for check in checks] for body, headers in cases]))`
  const { stdout, stderr } = spawnSync('python3', ['-c', code + calls, JSON.stringify([cases, secret])])
  assert.equal(stderr.toString(), '')
  return JSON.parse(stdout.toString())
}

it('the webhook documentation names every event, header, error and error detail', () => {
  const errors = [...DELIVERY_ERRORS, ...DELIVERY_ERROR_DETAILS]
  for (const name of [...EVENT_NAMES, 'ping', ...Object.values(DELIVERY_HEADERS), ...errors]) {
    assert.ok(page.includes(`\`${name}\``), name)
  }
})

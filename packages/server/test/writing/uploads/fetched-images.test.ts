import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AppError } from '../../../src/platform/core/errors.ts'
import { SafeFetch } from '../../../src/platform/outbound/safe-fetch.ts'
import { fetchImage } from '../../../src/writing/uploads/receiving/fetch-image.ts'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { plain } from '../../support/posts/images.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const FETCH = '/api/v1/uploads/fetch'

let server: TestServer
let site: Receiver
let author: Person
/** Sends the responds to `/slow`. */
const slow: (() => void)[] = []
before(async () => {
  site = await startReceiver()
  const image = await plain('png')
  site.behave((request, response) => {
    const url = request.url ?? ''
    const redirect = /^\/redirect\/(\d)$/.exec(url)
    if (redirect !== null) {
      const left = Number(redirect[1])
      response.writeHead(302, { location: left === 0 ? '/old/%E9%9B%A8.png' : `/redirect/${left - 1}` }).end()
    } else if (url === '/slow') slow.push(() => response.end(image))
    else if (url === '/slow-redirect') setTimeout(() => response.writeHead(302, { location: url }).end(), 600)
    else if (url.endsWith('.png')) response.end(image)
    else if (url === '/large') response.end(Buffer.alloc(10 * 1024 * 1024 + 1))
    else if (url === '/leads-away') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else if (url === '/text') response.end('<p>text</p>')
    else response.writeHead(404).end()
  })
  server = await startTestServer({ env: RECEIVER_ENV })
  author = await server.person({ plan: 'free' })
})
after(async () => {
  await server.close()
  await site.close()
})

describe('an upload from an address', () => {
  it('is stored like one from a file, once for the same bytes, and may be reached by redirects', async () => {
    const first = await author.session.post(FETCH, { url: `${site.url}/old/%E9%9B%A8.png` })
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assert.equal(first.body.mime_type, 'image/png')
    const again = await author.session.post(FETCH, { url: `${site.url}/redirect/2`, file_name: 'rain.png' })
    assert.deepEqual([again.status, again.body.id], [201, first.body.id])
    assert.equal((await server.anyone.get(new URL(first.body.url).pathname)).status, 200)
  })

  it('is rejected without an image, with a large one, and with redirects without an end', async () => {
    for (const [path, message] of [
      ['/text', /image/i],
      ['/large', /larger than 10 MB/],
      ['/gone', /answered 404/],
      ['/redirect/9', /redirects too often/],
      ['/leads-away', /Must be a public address/],
    ] as const) {
      const answer = await author.session.post(FETCH, { url: site.url + path })
      assertError(answer, 400, 'VALIDATION_ERROR', { url: 'INVALID_VALUE' })
      assert.match(answer.body.error.fields[0].message, message)
    }
    assertError(await server.anyone.post(FETCH, { url: site.url }), 401, 'UNAUTHORIZED')
  })

  it('from a slow server uses at most two places of its account, and leaves the others to other accounts', async () => {
    const waiting = [1, 2].map(() => author.session.post(FETCH, { url: `${site.url}/slow` }))
    await eventually(async () => assert.equal(slow.length, 2))
    const third = await author.session.post(FETCH, { url: `${site.url}/a.png` })
    assertError(third, 429, 'RATE_LIMITED')
    assert.equal(third.headers.get('retry-after'), '5')
    const other = await server.person()
    assert.equal((await other.session.post(FETCH, { url: `${site.url}/a.png` })).status, 201)
    for (const answer of slow) answer()
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 201)
    assert.equal((await author.session.post(FETCH, { url: `${site.url}/a.png` })).status, 201)
  })

  it('has one deadline for all redirects, and ends with the request', async () => {
    const { context } = server
    const outbound = new SafeFetch({ ...context.settings.webhooks, timeoutMs: 1000, bodyMaxBytes: 4096 })
    const hurried = { ...context, outbound }
    const fetched = (isAborted: boolean) =>
      fetchImage(
        hurried,
        { userId: author.account.id, url: `${site.url}/slow-redirect`, fileName: '', isAborted: () => isAborted },
        '/nowhere',
      )
    await assert.rejects(fetched(false), ({ fields }: AppError) => fields[0]?.message.includes('in time') === true)
    const requests = site.received.length
    await assert.rejects(fetched(true), /interrupted/)
    assert.equal(site.received.length, requests)
    await outbound.close()
  })

  it('never comes from an address that is not public, and is limited', async () => {
    const strict = await startTestServer({ database: server.database, env: { RATE_LIMIT_UPLOADS: '5' } })
    try {
      const person = await strict.person()
      for (const url of [
        `${site.url}/a.png`,
        'https://169.254.169.254/a.png',
        'http://localhost/a.png',
        'file:///a.png',
        'x',
      ]) {
        const answer = await person.session.post(FETCH, { url })
        assertError(answer, 400, 'VALIDATION_ERROR', { url: 'INVALID_VALUE' })
        assert.match(answer.body.error.fields[0].message, /Must be a public address/, url)
      }
      assertError(await person.session.post(FETCH, { url: 'x' }), 429, 'RATE_LIMITED')
    } finally {
      await strict.close()
    }
  })
})

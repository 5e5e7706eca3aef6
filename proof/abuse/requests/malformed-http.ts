import { readFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { join } from 'node:path'
import { inParallel } from '@galley/server/testing/in-parallel'
import { POSTS } from '@galley/server/testing/posts/posts'
import { type Abuse, send } from '../target.ts'
import { postOf } from '../test-data/posts.ts'

/** Requests with an ambiguous end (request smuggling): there must be one response, then the connection is closed. */
const SMUGGLED = 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Smuggled: 1\r\n\r\n'
const FRAMINGS: Readonly<Record<string, string>> = {
  'both lengths': 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'both, the other way round': 'Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n',
  'two lengths': 'Content-Length: 0\r\nContent-Length: 60\r\n\r\n',
  'a list of lengths': 'Content-Length: 0, 60\r\n\r\n',
  'a negative length': 'Content-Length: -1\r\n\r\n',
  'a length with a sign': 'Content-Length: +0\r\n\r\n',
  'a length in hex': 'Content-Length: 0x0\r\n\r\n',
  'an unknown encoding': 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'chunked, then another': 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'chunked twice': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n',
  'a vertical tab': 'Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n',
  'a space before the colon': 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  'a folded line': 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n',
  'a chunk length that is not a number': 'Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
  'a chunk of 2^64': 'Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n\r\n',
  'a chunk with a wrong length': 'Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n',
  'a bare line feed': 'X-A: b\nContent-Length: 0\n\n',
  'a bare carriage return': 'X-A: b\rContent-Length: 0\r\n\r\n',
  'a NUL in a name': 'X-\0: b\r\n\r\n',
  'a NUL in a value': 'X-A: \0\r\n\r\n',
  'a line without a colon': 'nonsense\r\n\r\n',
}

const FIRST_LINES: readonly string[] = [
  'GET',
  'GET /',
  'GET / HTTP/9.9',
  'GET / HTTP/1.1 x',
  'GET http://evil.example/api/v1/me HTTP/1.1',
  'GET //evil.example/api/v1/me HTTP/1.1',
  'GET evil HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'FOO / HTTP/1.1',
  'get /api/v1/me HTTP/1.1',
  'PRI * HTTP/2.0',
  `GET /${'a'.repeat(100_000)} HTTP/1.1`,
  `GET /?${'a=1&'.repeat(30_000)} HTTP/1.1`,
  `${'G'.repeat(100_000)} / HTTP/1.1`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\0\0\0\0',
]

/** Paths that some servers treat as another path. */
const PATHS: readonly string[] = [
  '/api/v1/../v1/me',
  '/api/v1/%2e%2e/v1/me',
  '/api/v1/%2e/me',
  '//api/v1/me',
  '/api//v1/me',
  '/api/v1/me/',
  '/API/V1/ME',
  '/api/v1/me%00',
  '/api/v1/me%20',
  '/api/v1/me;x=1',
  '/api/v1/me?__proto__=1',
  '/api/v1\\me',
  '/api/v1/posts/%2e%2e%2fme',
  '/api/v1/posts/..%2f..%2f..%2fetc%2fpasswd',
  '/api/v1/posts/%ff',
  '/api/v1/posts/%',
  '/media/../database/password',
  '/media/%2e%2e/database/password',
  '/media/..%2fdatabase%2fpassword',
  '/media/.incoming/',
  '/media/posts/../../database/password',
  '/media//etc/passwd',
  '/media/%2fetc%2fpasswd',
  '/media/..\\database\\password',
  '/docs/../../package.json',
  '/docs/%2e%2e/%2e%2e/package.json',
  '/assets/../../../package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%2e%2e%2fsrc%2fbuild.ts',
  '/.env',
  '/.git/config',
  '/package.json',
  '/galley.mjs',
]

const secrets = [readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8').slice(0, 40), 'root:x:0']

export async function abuseMalformedHttp(abuse: Abuse): Promise<void> {
  await tryFramings(abuse)
  await tryFirstLines(abuse)
  await tryMethodsAndHosts(abuse)
  await tryHeaders(abuse)
  await tryPaths(abuse)
  await tryOverrides(abuse)
  await tryHosts(abuse)
}

/** Bytes after an ambiguous request are never handled as the next request. */
async function tryFramings({ client, testData, findings }: Abuse): Promise<void> {
  const { cookie } = await testData.person()
  await inParallel(Object.entries(FRAMINGS), async ([what, framing]) => {
    const head = `POST /api/v1/posts HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`
    const smuggled = SMUGGLED.replace('X-Smuggled: 1', `Cookie: ${cookie}`)
    const received = await client.sendBytes([`${head}${framing}${smuggled}`])
    findings.countAnswer({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0), ms: 0 })
    findings.check(!received.includes('"username"'), `${what}: the smuggled request was answered`)
    findings.check(!/HTTP\/1\.1 5/.test(received), `${what}: ${received.slice(0, 100)}`)
    findings.check(/^HTTP\/1\.1 4/.test(received), `${what}: no refusal but ${JSON.stringify(received.slice(0, 100))}`)
  })
}

async function tryFirstLines({ client, findings }: Abuse): Promise<void> {
  await inParallel(FIRST_LINES, async line => {
    const received = await client.sendBytes([`${line}\r\nHost: ${client.host}\r\nConnection: close\r\n\r\n`])
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
    findings.countAnswer({ status, ms: 0 })
    const label = JSON.stringify(line.slice(0, 60))
    findings.check(status < 500 || status === 501, `${label}: ${received.slice(0, 100)}`)
    findings.check(!/^(location|refresh):.*evil/im.test(received), `${label}: redirects to another site`)
    findings.check(!received.includes('"username"'), `${label}: returned an account`)
  })
}

const INVALID_HOSTS = ['[', 'a]b', 'x:99999', 'x:y', 'a/b', 'a?b', 'u@b', '%zz', '[::1']

/** Every method that Node can parse gets a response, and two Host headers or an invalid one are rejected on every path. */
async function tryMethodsAndHosts({ client, findings }: Abuse): Promise<void> {
  const supported = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const others = METHODS.filter(method => method !== 'CONNECT' && !supported.includes(method))
  for (const path of ['/', '/api/v1/posts', '/media/x.png', '/nothing', '/%zz']) {
    for (const [line, hosts, expected] of [
      ...others.map(method => [`${method} ${path}`, [client.host], method === 'TRACE' ? 405 : 501] as const),
      [`GET ${path}`, [client.host, client.host], 400] as const,
      ...INVALID_HOSTS.map(host => [`GET ${path}`, [host], 400] as const),
    ]) {
      const host = hosts.map(each => `Host: ${each}\r\n`).join('')
      const received = await client.sendBytes([`${line} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`])
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
      findings.countAnswer({ status, ms: 0 })
      findings.check(status === expected, `${line} with Host ${hosts.join()}: ${status} instead of ${expected}`)
    }
  }
}

async function tryHeaders(abuse: Abuse): Promise<void> {
  const { client, findings } = abuse
  const tooMuch: Record<string, string> = {
    'one header of 100 KB': `X-A: ${'a'.repeat(100_000)}\r\n`,
    '10,000 headers': Array.from({ length: 10_000 }, (_, i) => `X-${i}: 1\r\n`).join(''),
    '2,000 cookies': `Cookie: ${Array.from({ length: 1000 }, (_, i) => `c${i}=1`).join('; ')}\r\n`,
    'cookies that are none': 'Cookie: =; ;;; a; =b; "; %zz=%zz; galley_session; galley_session=%00; __proto__=1\r\n',
    'languages without end': `Accept-Language: ${'a-'.repeat(4000)}\r\n`,
    'encodings without end': `Accept-Encoding: ${'gzip;q=0.1,'.repeat(1000)}\r\n`,
    'tags without end': `If-None-Match: ${'"a", '.repeat(2500)}\r\n`,
    'an upgrade': 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n',
    'an upgrade to HTTP/2': 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n',
    'an expectation': 'Expect: 200-maybe\r\n',
    'a request id to inject with': 'X-Request-Id: a%0d%0aX-Injected: 1\r\n',
    'an address that is none': 'X-Forwarded-For: ::::, 999.1.1.1, <script>\r\nForwarded: for=";"\r\n',
    'proof of being a page of ours': 'X-Galley-In-Process: 1\r\n',
  }
  for (const path of ['/api/v1/public/posts', '/api/v1/me', '/']) {
    await inParallel(Object.entries(tooMuch), async ([what, headers]) => {
      const received = await client.sendBytes([
        `GET ${path} HTTP/1.1\r\nHost: ${client.host}\r\nConnection: close\r\n${headers}\r\n`,
      ])
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
      findings.countAnswer({ status, ms: 0 })
      findings.check(status >= 101 && status < 500, `${path} with ${what}: ${received.slice(0, 100)}`)
      findings.check(!/^x-injected:/im.test(received), `${path} with ${what}: injected`)
    })
  }
}

async function tryPaths({ client, answers, findings, testData }: Abuse): Promise<void> {
  const { cookie } = await testData.person()
  await inParallel(PATHS, async path => {
    const answer = await client.send({ method: 'GET', path, headers: { cookie } })
    answers.checkPage(answer, `GET ${path}`)
    const text = answer.body.toString('latin1')
    findings.check(!secrets.some(secret => text.includes(secret)), `GET ${path}: shows a file of the machine`)
    findings.check(!text.includes('"username"') || path.startsWith('/api/v1/me?'), `GET ${path}: stands for /api/v1/me`)
  })
}

/** Headers never override the method of the request line. */
async function tryOverrides(abuse: Abuse): Promise<void> {
  const { testData, findings } = abuse
  const person = await testData.person()
  const path = `${POSTS}/${await postOf(person)}`
  const operation = abuse.operations.find(({ name }) => name === 'readPost')
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
    for (const method of ['GET', 'POST']) {
      const headers = { cookie: person.cookie, [name]: 'DELETE' }
      await send(
        abuse,
        method === 'GET' ? operation : undefined,
        { method, path: `${path}?_method=DELETE`, headers },
        `${method} with ${name}: DELETE`,
      )
    }
  }
  const answer = await send(abuse, operation, { method: 'GET', path, headers: { cookie: person.cookie } })
  findings.check(answer?.status === 200, 'a header deleted a post')
}

/** The public address comes from the settings, never from a request header. */
async function tryHosts({ client, findings }: Abuse): Promise<void> {
  const forgedHeaders: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: 'evil.example:80@localhost' },
    { host: `${client.host}.evil.example` },
    { host: '' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.example;proto=https' },
    { 'x-original-url': '/api/v1/me', 'x-rewrite-url': '/api/v1/me' },
  ]
  for (const path of [
    '/api/v1/openapi.json',
    '/docs',
    '/',
    '/login',
    '/api/v1/public/posts',
    '/sitemap.xml',
    '/robots.txt',
    '/feed.xml',
  ]) {
    for (const headers of forgedHeaders) {
      const answer = await client.send({ method: 'GET', path, headers })
      findings.countAnswer(answer)
      const label = `${path} with ${JSON.stringify(headers)}`
      findings.check(answer.status < 500, `${label}: ${answer.status}`)
      findings.check(!JSON.stringify(answer.headers).includes('evil.example'), `${label}: a header repeats it`)
      findings.check(!answer.body.includes('evil.example'), `${label}: the body repeats it`)
    }
  }
}

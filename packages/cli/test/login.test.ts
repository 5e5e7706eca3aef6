import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@galley/client'
import { eventually } from '../../server/test/support/eventually.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { requestToken, waitForToken } from '../src/server/device-login.ts'
import { Workspace } from './support/workspace.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const credentials = (work: Workspace) => join(work.env['XDG_CONFIG_HOME'] ?? '', 'galley/credentials.json')

// Each waits for its own approval.
describe('gly login', { concurrency: true }, () => {
  it('waits for the approval in the browser, and stores the token for this user only', async () => {
    const person = await server.person()
    const work = await Workspace.create({ BROWSER: 'none' })
    const child = work.start(['login', server.url, '--allow', 'drafts'])
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', text => {
      said += text
    })
    const code = await eventually(() => /code: (\S+)/.exec(said)?.[1] ?? assert.fail(said), 20_000)
    assert.equal((await person.session.post('/api/v1/device/approve', { user_code: code })).status, 200)
    assert.deepEqual(await once(child, 'close'), [0, null], said)
    assert.equal((await stat(credentials(work))).mode & 0o777, 0o600)

    const { stdout } = await work.gly('whoami')
    assert.match(stdout, new RegExp(`@${person.account.username}, premium\\) at ${server.url}`))
    const { token } = JSON.parse(await readFile(credentials(work), 'utf8')).servers[server.url]
    const { body } = await person.session.get('/api/v1/tokens')
    const record = body.tokens.find((each: { token_prefix: string }) => token.startsWith(each.token_prefix))
    assert.deepEqual(record.scopes, ['posts:read', 'posts:write', 'uploads'])

    assert.equal((await work.gly('logout')).code, 0)
    assert.equal((await work.gly('whoami')).code, 3)
  })

  it('is undone by gly logout at the server of galley.yaml, not at that of the latest log-in', async () => {
    const person = await server.person()
    const work = await Workspace.create()
    await work.gly('login', server.url, '--token', person.token)
    const stored = JSON.parse(await readFile(credentials(work), 'utf8'))
    const other = 'https://other.example'
    const both = { latest: other, servers: { ...stored.servers, [other]: stored.servers[server.url] } }
    await writeFile(credentials(work), JSON.stringify(both))
    await work.write('galley.yaml', `url: ${server.url}\n`)
    assert.equal((await work.gly('logout')).stdout, `Logged out of ${server.url}.\n`)
    assert.deepEqual(Object.keys(JSON.parse(await readFile(credentials(work), 'utf8')).servers), [other])
  })

  it('exits with 3 if the approval is rejected', async () => {
    const person = await server.person()
    const work = await Workspace.create({ BROWSER: 'none' })
    const child = work.start(['login', server.url])
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', text => {
      said += text
    })
    const code = await eventually(() => /code: (\S+)/.exec(said)?.[1] ?? assert.fail(said), 20_000)
    await person.session.post('/api/v1/device/refuse', { user_code: code })
    assert.deepEqual(await once(child, 'close'), [3, null])
    assert.match(said, /You rejected the request/)
  })

  it('goes on waiting after the connection was lost', async () => {
    const person = await server.person()
    let isLost = false
    const client = createClient({
      baseUrl: server.url,
      fetch: (address, options) => {
        if (isLost || !String(address).endsWith('/device/token')) return fetch(address, options)
        isLost = true
        return Promise.reject(new TypeError('fetch failed'))
      },
    })
    const { signal } = new AbortController()
    const request = await requestToken(client, 'drafts', signal)
    await person.session.post('/api/v1/device/approve', { user_code: request.user_code })
    const { token } = await waitForToken(client, { ...request, interval: 0 }, signal)
    assert.deepEqual([isLost, typeof token], [true, 'string'])
  })

  it('opens pages of the web only, whatever the server responds', async () => {
    const addresses = ['file:///usr/bin/true', '\\\\evil.example\\share\\program.exe', '-a', '\u001b]0;title\u0007']
    for (const verification_uri_complete of addresses) {
      const hostile = createServer((request, response) => {
        const isRequest = request.url === '/api/v1/device'
        response.writeHead(isRequest ? 200 : 400, { 'content-type': 'application/json' })
        const error = { code: 'ACCESS_DENIED', message: 'Refused.', fields: [], request_id: 'r' }
        const device = {
          device_code: 'd',
          user_code: 'BCDF-GHJK',
          verification_uri_complete,
          interval: 0,
          expires_in: 9,
        }
        response.end(JSON.stringify(isRequest ? device : { error }))
      }).listen(0, '127.0.0.1')
      await once(hostile, 'listening')
      // A program that does nothing.
      const work = await Workspace.create({ BROWSER: 'true' })
      const { stderr } = await work.gly('login', `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`)
      hostile.close()
      assert.match(stderr, /^Open this page and approve gly:\n/, verification_uri_complete)
      assert.ok(!stderr.includes('\u001b]'), 'controls the terminal')
    }
  })

  it('accepts a token from the settings page', async () => {
    const { token, account } = await server.person()
    const work = await Workspace.create()
    const result = await work.gly('login', server.url, '--token', token, '--json')
    assert.deepEqual([result.code, result.json], [0, { url: server.url, username: account.username }])
    assert.equal((await work.gly('login', server.url, '--token', 'x'.repeat(64))).code, 3)
  })
})

describe('the token', () => {
  it('of GALLEY_TOKEN is not sent to an address that only galley.yaml names', async () => {
    const { token } = await server.person()
    const work = await Workspace.create({ GALLEY_TOKEN: token })
    await work.write('galley.yaml', `url: ${server.url}\n`)
    const result = await work.gly('whoami')
    assert.equal(result.code, 2)
    assert.match(result.stderr, /GALLEY_TOKEN is set without GALLEY_URL/)
  })

  it('cannot be read from a damaged file, which the message names', async () => {
    const work = await Workspace.create()
    for (const text of ['null', '{}', '{"servers":null}', '[', '']) {
      await work.write('../config/galley/credentials.json', text)
      const { code, stderr } = await work.gly('whoami')
      assert.equal(code, 1)
      assert.match(stderr, /^error: .*credentials\.json cannot be read: .*\n {2}fix: Delete it and run gly login\.\n$/)
    }
  })
})

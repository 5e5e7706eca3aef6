import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { freePort } from '@galley/server/testing/network/free-port'
import { atExit } from '@galley/server/testing/processes/at-exit'
import { DataFolder, until } from '@galley/server/testing/processes/galley-process'
import { isolatedEnvironment } from '@galley/server/testing/processes/isolated-environment'

const ROOT = join(import.meta.dirname, '../..')
const COMPONENT = '/assets/src/studio/ui/button.tsx'
const WITHIN_MS = 60_000

const folder = new DataFolder()
let dev: ChildProcess
let url: string
let said = ''

async function read(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** A file whose time changes counts as changed. */
function touch(path: string): void {
  utimesSync(join(ROOT, path), new Date(), new Date())
}

const count = (word: string) => said.split(word).length - 1

before(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  dev = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
    env: isolatedEnvironment({ PORT: String(port), DATA_DIR: folder.path }),
  })
  atExit(() => dev.kill('SIGKILL'))
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      said += text
    })
  }
  await until('ready', () => dev.exitCode !== null || said.includes('dev: ready'), WITHIN_MS)
  assert.equal(dev.exitCode, null, said)
})
after(() => {
  dev.kill('SIGKILL')
  folder.remove()
})

describe('npm run dev', () => {
  it('serves pages whose browser code comes from Vite, with source maps', async () => {
    const page = await read('/')
    assert.equal(page.status, 200)
    const addresses = [...page.text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, address]) => address ?? '')
    assert.equal(addresses.length, 2)
    for (const address of addresses) assert.equal((await read(address)).status, 200, address)
    const { text } = await read(COMPONENT)
    assert.ok(text.includes('sourceMappingURL=data:'))
    assert.ok(text.includes('RefreshReg'), 'a changed component keeps its state')
  })

  it('relaxes the content security policy for styles only', async () => {
    const policy = (await read('/')).headers.get('content-security-policy') ?? ''
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /style-src 'self' 'unsafe-inline';/)
    assert.match(policy, /default-src 'none'/)
  })

  it('passes on a POST without a body, also without Content-Length, as curl sends it', async () => {
    const { port } = new URL(url)
    const socket = connect(Number(port), 'localhost')
    socket.write(
      `POST /api/v1/session/passkey/options HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    )
    assert.match(await text(socket), /^HTTP\/1\.1 200 /)
  })

  it('does not serve the data folder or other files outside of the sources', async () => {
    for (const path of [join(folder.path, 'database/password'), join(ROOT, 'package.json'), '/etc/passwd']) {
      const { status } = await read(`/assets/@fs${path}?raw`)
      assert.equal(status, 403, path)
    }
  })

  it('restarts the server after a change, on the same database, and tells browsers', async () => {
    const postmaster = folder.postmaster()
    assert.ok(postmaster !== undefined)
    const messages: { type: string; event?: string }[] = []
    const socket = new WebSocket(`${url.replace('http', 'ws')}/assets/`, 'vite-hmr')
    socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(data)))
    await once(socket, 'open')

    touch('packages/server/src/app.ts')
    await until('restart', () => count('restarted the server') === 1, WITHIN_MS)
    assert.match(said, /restarted the server in .* s \(packages\/server\/src\/app\.ts\)/)
    assert.equal((await read('/healthz')).status, 200)
    assert.equal(folder.postmaster(), postmaster)
    await until('event', () => messages.some(({ event }) => event === 'galley:server-changed'), WITHIN_MS)

    touch(COMPONENT.replace('/assets', 'packages/web'))
    await until('update', () => messages.some(({ type }) => type === 'update' || type === 'full-reload'), WITHIN_MS)
    assert.equal(count('restarted the server'), 1, 'a change of browser code does not restart the server')
    socket.close()
  })

  it('ends everything when it is interrupted', async () => {
    const exited = once(dev, 'exit')
    dev.kill('SIGINT')
    assert.deepEqual(await exited, [0, null], said)
    assert.deepEqual(folder.processes(), [])
  })
})

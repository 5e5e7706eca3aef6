import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { completeSession } from '../../mcp/test/support/session.ts'
import { type Connect, withTools } from '../../mcp/test/support/tools.ts'
import { plain } from '../../server/test/support/posts/images.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'

const GLY = join(import.meta.dirname, '../gly.mjs')

let server: TestServer
let folder: string
before(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'gly-mcp-'))
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A process of `gly mcp` with the token in its environment. */
const overStdio: Connect = token =>
  new StdioClientTransport({
    command: process.execPath,
    args: [GLY, 'mcp'],
    cwd: folder,
    env: { ...(process.env as Record<string, string>), GALLEY_URL: server.url, GALLEY_TOKEN: token, INIT_CWD: folder },
  })

it('gly mcp serves a complete session with the rights of its token', async () => {
  await completeSession(server, await server.person(), overStdio)
})

it('gly mcp uploads files of its folder only, lets the server fetch addresses, and goes on after a large image', async () => {
  await writeFile(join(folder, 'rain.png'), await plain('png', 12, 5))
  await symlink(GLY, join(folder, 'link.png'))
  await withTools(overStdio, await server.person(), null, async ({ client, call }) => {
    assert.equal((await client.listTools()).tools.length, 12)
    const upload = await call('upload_image', { path: 'rain.png' })
    assert.equal(upload.json?.width, 12, upload.text)
    for (const path of [GLY, 'link.png', '.']) {
      const { isError, text } = await call('upload_image', { path })
      assert.ok(isError)
      assert.match(text, /outside the folder/)
    }
    assert.match((await call('upload_image', { url: `${server.url}/favicon.ico` })).text, /Must be a public address/)

    // In base64 this is longer than the 10 MB that the protocol's library reads unless told otherwise.
    const large = await call('upload_image', { data: Buffer.alloc(8 * 1024 * 1024).toString('base64') })
    assert.ok(large.isError)
    assert.match(large.text, /Too big/)
    assert.equal((await call('find_posts')).json?.total, 0)
  })
})

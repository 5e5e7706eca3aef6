import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { plain } from '../../server/test/support/images.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'

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

it('gly mcp serves the tools with the token of the environment, and uploads files of this machine', async () => {
  const { token } = await server.person()
  await writeFile(join(folder, 'rain.png'), await plain('png', 12, 5))
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../gly.mjs'), 'mcp'],
    cwd: folder,
    env: { ...(process.env as Record<string, string>), GALLEY_URL: server.url, GALLEY_TOKEN: token, INIT_CWD: folder },
  })
  await client.connect(transport)
  try {
    assert.equal((await client.listTools()).tools.length, 12)
    const call = async (name: string, input: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: input })
      const [first] = result.content as { text: string }[]
      assert.notEqual(result.isError, true, first?.text)
      return JSON.parse(first?.text ?? '')
    }
    const { url } = await call('upload_image', { path: 'rain.png' })
    await symlink(join(import.meta.dirname, '../gly.mjs'), join(folder, 'link.png'))
    for (const input of [
      { path: join(import.meta.dirname, '../gly.mjs') },
      { path: 'link.png' },
      { path: '.' },
      { url: `${server.url}/favicon.ico` },
    ]) {
      const { isError, content } = await client.callTool({ name: 'upload_image', arguments: input })
      assert.equal(isError, true)
      assert.match(JSON.stringify(content), /outside the folder|fetches no addresses/)
    }
    const { id } = await call('create_draft', { title: 'Rain', content: `![](${url})` })
    assert.equal((await call('read_post', { id })).title, 'Rain')
  } finally {
    await client.close()
  }
})

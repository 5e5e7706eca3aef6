import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { DataFolder, runGalley, ServerProcess, statusOf } from '../support/processes/galley-process.ts'

const folder = new DataFolder()
let server: ServerProcess | undefined
after(async () => {
  await server?.stop('SIGKILL')
  folder.remove()
})

/** The files whose types the process had to strip itself, from Node's compile cache log. */
const stripped = (said: string) =>
  [...said.matchAll(/writing cache for StrippedTypeScript (\S+)/g)].map(([, file]) => file)

it('after npm ci, the first start has no types left to strip', async () => {
  const settings = {
    DATA_DIR: folder.path,
    NODE_COMPILE_CACHE: join(folder.path, 'compiled'),
    NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
  }
  const warmUp = await runGalley(['--warm-up'], settings)
  assert.equal(warmUp.code, 0, warmUp.stderr)
  assert.ok(stripped(warmUp.stderr).length > 100)
  // Settings that load further files.
  const further = { WORKERS: '2', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
  server = await ServerProcess.ready({ ...settings, ...further })
  assert.equal(await statusOf(`${server.url}/`), 200)
  await server.stop()
  assert.match(server.stderr, /compile cache/)
  assert.deepEqual(stripped(server.stderr), [])
})

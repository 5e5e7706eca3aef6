import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { DataFolder, ENTRY, ServerProcess, statusOf } from '../support/processes/galley-process.ts'
import { isolatedEnvironment } from '../support/processes/isolated-environment.ts'

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
  // A pipe would lose what Node writes at the end of the process while nobody reads.
  const log = join(folder.path, 'warm-up.log')
  const stderr = openSync(log, 'w')
  const warmUp = spawn(process.execPath, [ENTRY, '--warm-up'], {
    env: isolatedEnvironment(settings),
    stdio: ['ignore', 'ignore', stderr],
  })
  closeSync(stderr)
  const [code] = await once(warmUp, 'close')
  const said = readFileSync(log, 'utf8')
  assert.equal(code, 0, said)
  assert.ok(stripped(said).length > 100, said.slice(-2000))
  // Settings that load further files.
  const further = { WORKERS: '2', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
  server = await ServerProcess.ready({ ...settings, ...further })
  assert.equal(await statusOf(`${server.url}/`), 200)
  await server.stop()
  assert.match(server.stderr, /compile cache/)
  assert.deepEqual(stripped(server.stderr), [])
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/network/free-port.ts'
import { ENTRY, environmentOf, statusOf } from '../support/processes/galley-process.ts'
import { spawnDetached } from '../support/processes/spawn-detached.ts'
import { createTestDatabase } from '../support/test-database.ts'

const MODULE = new URL('../../src/operator/report-failure.ts', import.meta.url).href

/** What a command prints that fails with the error of this code. */
function failure(code: string) {
  const text = `
    import { writeFileSync } from 'node:fs'
    import { reportFailure } from ${JSON.stringify(MODULE)}
    try { ${code} } catch (error) { reportFailure(error, false) }`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' })
  return { status, stderr }
}

it('a command that finds the disk full says so, without a stack', { skip: process.platform !== 'linux' }, () => {
  assert.deepEqual(failure("writeFileSync('/dev/full', 'x')"), {
    status: 1,
    stderr: 'The disk is full: ENOSPC: no space left on device, write. Make room, and run the command again.\n',
  })
  assert.deepEqual(failure("throw Object.assign(new Error('could not extend file'), { code: '53100' })"), {
    status: 1,
    stderr: 'The disk is full: could not extend file. Make room, and run the command again.\n',
  })
})

it('a server whose log is on a full disk goes on without it', { skip: process.platform !== 'linux' }, async () => {
  const database = await createTestDatabase()
  const port = await freePort()
  const env = environmentOf({ DATABASE_URL: database.url, PORT: String(port), ACCESS_LOG: 'true' })
  const full = openSync('/dev/full', 'w')
  const server = spawnDetached([ENTRY, 'serve'], { env, stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  try {
    let said = ''
    server.stderr?.setEncoding('utf8').on('data', text => {
      said += text
    })
    const exited = once(server, 'close')
    await eventually(async () => {
      assert.equal(server.exitCode, null, `the server has ended: ${said}`)
      assert.equal(await statusOf(`http://127.0.0.1:${port}/readyz`), 200)
    }, 60_000)
    // Each request writes a line to the log.
    assert.equal(await statusOf(`http://127.0.0.1:${port}/api/v1/public/posts`), 200)
    server.kill('SIGTERM')
    assert.deepEqual([...(await exited), said], [0, null, ''])
  } finally {
    server.kill('SIGKILL')
    await database.drop()
  }
})

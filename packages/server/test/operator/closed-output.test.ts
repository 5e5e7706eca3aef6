import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, it } from 'node:test'
import { ENTRY } from '../support/processes/galley-process.ts'
import { isolatedEnvironment } from '../support/processes/isolated-environment.ts'
import { createTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

function start(...args: string[]): ChildProcess {
  const env = isolatedEnvironment({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY })
  return spawn(process.execPath, [ENTRY, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

it('a command ends normally if the program that reads its output has ended, as in `galley users list | head -0`', async () => {
  for (const args of [['users', 'list'], ['users', 'list', '--json'], ['--help']]) {
    const child = start(...args)
    child.stdout?.destroy()
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', text => {
      said += text
    })
    const [code] = await once(child, 'close')
    assert.deepEqual([code, said], [0, ''], args.join(' '))
  }
})

it('a failing command keeps its exit code if nobody reads the message', async () => {
  const child = start('users', 'show', 'nobody')
  child.stderr?.destroy()
  child.stdout?.resume()
  const [code] = await once(child, 'close')
  assert.equal(code, 1)
})

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { isAlive } from '../../src/platform/db/embedded/processes.ts'
import { Client } from '../support/client.ts'
import { CommandProcess } from '../support/processes/command-process.ts'
import { DataFolder, runGalley, ServerProcess, until } from '../support/processes/galley-process.ts'
import { NOTIFIED_WITHIN_MS } from '../support/processes/operator-commands.ts'

describe('the embedded database', () => {
  const folder = new DataFolder()
  const settings = { DATA_DIR: folder.path }
  const commands = new CommandProcess()
  const run = (...args: string[]) => commands.run(args, settings)
  after(async () => {
    await commands.end()
    folder.remove()
  })

  it('database url says that it does not run, and does not start it', async () => {
    const { code, stdout, stderr } = await run('database', 'url')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^The embedded database in .* does not run\. Start the server first/)
    assert.deepEqual(folder.processes(), [])
  })

  it('a command starts the database for itself and stops it again', async () => {
    const made = await runGalley(['users', 'create', 'erin', '--email', 'erin@example.com', '--json'], settings)
    assert.deepEqual([made.code, made.stderr, JSON.parse(made.stdout).username], [0, '', 'erin'])
    assert.deepEqual(folder.processes(), [])
    const unknown = await run('users', 'show', 'nobody')
    assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
    assert.match(unknown.stderr, /^There is no account "nobody"\. .*\n$/)
    assert.deepEqual(folder.processes(), [])
  })

  describe('of a running server', () => {
    let server: ServerProcess
    after(() => server.stop('SIGKILL'))

    it('database url prints a URL with which programs connect', async () => {
      server = await ServerProcess.ready({ ...settings, PUBLIC_URL: 'http://blog.example:8080' })
      const { code, stdout, stderr } = await run('database', 'url')
      assert.deepEqual([code, stderr], [0, ''])
      const client = new pg.Client({ connectionString: stdout.trim() })
      await client.connect()
      const { rows } = await client.query('select username from users')
      await client.end()
      assert.deepEqual(rows, [{ username: 'erin' }])
      assert.deepEqual(JSON.parse((await run('database', 'url', '--json')).stdout), { url: stdout.trim() })
      // The printed URL is a valid setting.
      const listed = await commands.run(['users', 'list', '--json'], { ...settings, DATABASE_URL: stdout.trim() })
      assert.equal(listed.code, 1, 'another key than that of the data folder')
    })

    it('commands use the same database, and the server is notified of the change at once', async () => {
      const postmaster = folder.postmaster()
      const { stdout } = await run('demo', 'seed')
      assert.match(stdout, /^login +password[\s\S]*\n\nRead their posts at .*\nTry: curl -H .*\/api\/v1\/me\n$/)
      assert.match(stdout, /at http:\/\/blog\.example:8080, or write/, 'it prints the address of the running server')
      const [, token = ''] = /^alice .* (\S+)$/m.exec(stdout) ?? []
      const client = new Client(server.url, { token })
      assert.equal((await client.get('/api/v1/me')).status, 200)
      const { code, stderr } = await runGalley(['users', 'set-plan', 'alice', 'free'], settings)
      assert.deepEqual([code, stderr], [0, ''])
      await until(
        'alice has lost Premium',
        async () => (await client.get('/api/v1/me')).status === 403,
        NOTIFIED_WITHIN_MS,
      )
      assert.equal(folder.postmaster(), postmaster)
    })

    it('SIGTERM stops both, with only JSON and no warning in the log', async () => {
      const postmaster = folder.postmaster()
      assert.ok(postmaster !== undefined)
      assert.equal(await server.stop(), 0)
      assert.equal(isAlive(postmaster), false)
      assert.deepEqual(folder.processes(), [])
      const log = server.log
      assert.match(log[0]?.time ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      assert.deepEqual(
        log.filter(line => line.level !== 'info'),
        [],
      )
      assert.equal(log.at(-1)?.msg, 'stopped')
      assert.equal(server.stderr, '')
    })
  })

  it('database url prints DATABASE_URL if that is set', async () => {
    const url = 'postgres://galley:secret@db.example.com/galley'
    const { code, stdout } = await commands.run(['database', 'url'], { DATABASE_URL: url })
    assert.deepEqual([code, stdout], [0, `${url}\n`])
  })
})

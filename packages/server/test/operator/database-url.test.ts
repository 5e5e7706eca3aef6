import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { DataFolder, runGalley, ServerProcess } from '../support/processes/galley-process.ts'

describe('database url', () => {
  const folder = new DataFolder()
  const settings = { DATA_DIR: folder.path }
  after(() => folder.remove())

  it('says that the embedded database does not run, and does not start it', async () => {
    const { code, stdout, stderr } = await runGalley(['database', 'url'], settings)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^The embedded database in .* does not run\. Start the server first/)
    assert.deepEqual(folder.processes(), [])
  })

  it('prints a URL with which programs connect to the running embedded database', async () => {
    const server = await ServerProcess.ready(settings)
    try {
      const { code, stdout, stderr } = await runGalley(['database', 'url'], settings)
      assert.deepEqual([code, stderr], [0, ''])
      const client = new pg.Client({ connectionString: stdout.trim() })
      await client.connect()
      const { rows } = await client.query('select count(*)::int as users from users')
      await client.end()
      assert.deepEqual(rows, [{ users: 0 }])
      const asJson = await runGalley(['database', 'url', '--json'], settings)
      assert.deepEqual(JSON.parse(asJson.stdout), { url: stdout.trim() })
      // The printed URL is a valid setting.
      const listed = await runGalley(['users', 'list', '--json'], { ...settings, DATABASE_URL: stdout.trim() })
      assert.equal(listed.code, 1, 'another key than that of the data folder')
    } finally {
      await server.stop()
    }
  })

  it('prints DATABASE_URL if that is set', async () => {
    const url = 'postgres://galley:secret@db.example.com/galley'
    const { code, stdout } = await runGalley(['database', 'url'], { DATABASE_URL: url })
    assert.deepEqual([code, stdout], [0, `${url}\n`])
  })
})

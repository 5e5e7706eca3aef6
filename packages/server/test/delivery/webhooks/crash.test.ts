import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crashWhilePosting } from './crash-while-posting.ts'

// `npm run crash` kills 50 times, including worker and database, during changes of every kind.
it('killed twice during 80 changes, once with its database, the server delivers every committed event and no other', async t => {
  const report = await crashWhilePosting({ changes: 80, kills: 2 })
  t.diagnostic(JSON.stringify(report))
  assert.ok(report.respondedChanges > 40)
  assert.equal(report.databaseKills, 1)
})

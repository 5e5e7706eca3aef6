import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crashWhilePosting } from './crash-while-posting.ts'

// `npm run crash` kills 50 times, including worker and database, during changes of every kind.
it('killed 4 times during 160 changes, the server delivers every committed event and no other', async t => {
  const report = await crashWhilePosting({ changes: 160, kills: 4 })
  t.diagnostic(JSON.stringify(report))
  assert.ok(report.answeredChanges > 80 && report.databaseKills > 0)
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { databaseProcesses } from '@galley/server/testing/processes/database-processes'
import { until } from '@galley/server/testing/processes/galley-process'

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  it(`a run that is interrupted by ${signal} leaves no process and no file behind, and reports no result`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-broken-'))
    // As root the database runs as another user, who must be able to enter the folder.
    chmodSync(folder, 0o711)
    try {
      const run = spawn(process.execPath, [join(import.meta.dirname, '../abuse.ts')], {
        env: { ...process.env, TMPDIR: folder },
      })
      let said = ''
      for (const stream of [run.stdout, run.stderr]) {
        stream.setEncoding('utf8').on('data', text => {
          said += text
        })
      }
      await until(
        'a database is there',
        () => globSync('*/database/cluster/postmaster.pid', { cwd: folder }).length > 0,
      )
      run.kill(signal)
      assert.deepEqual(await once(run, 'close'), [code, null])
      assert.match(said, /^seed \w+\n\nstopping\n$/)
      assert.deepEqual(readdirSync(folder), [])
      assert.deepEqual(databaseProcesses(folder), [])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'

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

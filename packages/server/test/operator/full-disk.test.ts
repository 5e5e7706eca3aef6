import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const GALLEY = new URL('../../../../galley.mjs', import.meta.url).pathname

/** Runs a command whose folder for temporary files is a disk of 20 MB; undefined if this user may not mount one. */
function withSmallTemporaryDisk(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'galley-small-disk-'))
  const script = 'mount -t tmpfs -o size=20m,mode=1777 tmpfs "$TMPDIR" || exit 99; exec "$@"'
  const command = ['--mount', 'sh', '-c', script, 'sh', process.execPath, GALLEY, ...args]
  const env = { ...process.env, TMPDIR: folder }
  const { status, stderr } = spawnSync('unshare', command, { encoding: 'utf8', env })
  rmSync(folder, { recursive: true })
  return status === null || status === 99 || stderr.startsWith('unshare:') ? undefined : { status, stderr, folder }
}

it('a check of a backup names the folder for temporary files if that is full', context => {
  const failed = withSmallTemporaryDisk('backup', 'verify', import.meta.filename)
  if (failed === undefined) return context.skip('needs the right to mount a file system')
  assert.equal(failed.status, 1)
  assert.match(failed.stderr, /^There is not enough room in .*TMPDIR.*\n$/)
  assert.ok(failed.stderr.includes(failed.folder))
})

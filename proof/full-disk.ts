import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atExit } from '@galley/server/testing/processes/at-exit'
import { DataFolder, until } from '@galley/server/testing/processes/galley-process'
import { number, readCommandLine } from './support/command-line.ts'
import { startGalley } from './support/galley-process.ts'
import { openInstallation } from './support/installation.ts'
import { log, report } from './support/report.ts'

const { values, resultsName } = readCommandLine({
  name: 'proof:full-disk',
  about: `Fills the disk of a server to its last byte, kills server and database, and starts again: reads must go on.
Needs root on Linux, because it mounts a small file system in memory. About a minute.`,
  options: { size: number('size of the disk in MiB', { standard: 600, least: 500 }) },
})

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  log('This needs root on Linux: it mounts a file system of its own.')
  process.exit(2)
}

const folder = new DataFolder()
const { path: dataDir } = folder
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${values.size}m,mode=711`, 'tmpfs', dataDir])
atExit(() => execFileSync('umount', ['--lazy', dataDir]))
chmodSync(dataDir, 0o711)

const steps: { step: string; expected: string; found: string }[] = []
const filler = join(dataDir, 'filler')
const check = (step: string, expected: unknown, found: unknown) =>
  steps.push({ step, expected: String(expected), found: String(found) })

const installation = await openInstallation({}, folder)
await installation.detach()
const { headers } = installation.author
let { galley } = installation
const write = async (title: string) =>
  (
    await fetch(`${galley.url}/api/v1/posts`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title, content: 'Text.' }),
    })
  ).status
const read = async () => (await fetch(`${galley.url}/api/v1/posts`, { headers })).status

check('write with free space', 201, await write('Before'))
await until('the space for a start is kept', () => usedByStart() > 0, 60_000)
fill()
// The free space is looked at once in a second.
await delay(1100)
check('write on the full disk', 507, await write('Full'))
check('read on the full disk', 200, await read())

process.kill(galley.postmasterPid, 'SIGKILL')
process.kill(galley.pid, 'SIGKILL')
await until('the server is gone', () => !isAlive(galley.pid), 10_000)
fill()
galley = await startGalley(dataDir)
check('read after a start on the full disk', 200, await read())

rmSync(filler)
await delay(1100)
check('write after space was freed', 201, await write('After'))
await galley.stop()

report(resultsName, {
  tables: { 'A full disk': steps },
  failures: steps.filter(({ expected, found }) => expected !== found).map(({ step, found }) => `${step}: ${found}`),
  passed: 'as promised',
})

function fill(): void {
  for (const bytes of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(bytes, 1)
    try {
      while (statfsSync(dataDir).bavail > 0) appendFileSync(filler, block)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

function usedByStart(): number {
  const files = execFileSync('find', [join(dataDir, 'database'), '-maxdepth', '1', '-name', 'space-for-a-start'])
  return files.length
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

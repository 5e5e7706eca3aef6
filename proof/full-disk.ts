import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atExit } from '@galley/server/testing/processes/at-exit'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { number } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { reportRecords } from './report/record-tables.ts'
import { log } from './report/results.ts'
import { attach } from './server/attach.ts'
import { makeAuthor } from './server/authors.ts'
import { startGalley } from './server/galley-process.ts'

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

const { path: dataDir } = new DataFolder()
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${values.size}m,mode=711`, 'tmpfs', dataDir])
atExit(() => execFileSync('umount', ['--lazy', dataDir]))
chmodSync(dataDir, 0o711)

const results: Record<string, string | number>[] = []
const filler = join(dataDir, 'filler')
const check = (step: string, expected: unknown, found: unknown) =>
  results.push({ step, expected: String(expected), found: String(found), ok: expected === found ? 'yes' : 'NO' })

let galley = await startGalley(dataDir)
const { context, close } = await attach(dataDir)
const { headers } = await makeAuthor(context)
await close()
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

const failed = results.filter(({ ok }) => ok === 'NO').length
const tables = { 'A full disk': results }
reportRecords(resultsName, { tables }, { tables, verdict: failed === 0 ? 'as promised' : `${failed} STEPS FAILED` })
process.exitCode = failed === 0 ? 0 : 1

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

async function until(what: string, isSo: () => boolean, withinMs: number): Promise<void> {
  const endMs = performance.now() + withinMs
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`not within ${withinMs} ms: ${what}`)
    await delay(200)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

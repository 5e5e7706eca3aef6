import { join } from 'node:path'
import { contentOf } from '@galley/server/testing/backup'
import { DataFolder, NO_RATE_LIMITS } from '@galley/server/testing/processes/galley-process'
import { RECEIVER_ENV, startReceiver } from '@galley/server/testing/receiver'
import { SALES_ENV, TestData } from '../abuse/test-data/test-data.ts'
import { type Galley, startGalley } from '../support/galley-process.ts'
import { attach } from '../support/installation.ts'
import { log } from '../support/report.ts'
import { type Caller, readAllAnswers } from './all-answers.ts'
import { startExternalPostgres } from './external-postgres.ts'
import { runCommand } from './galley-command.ts'

/** All answers name the same address. */
const PUBLIC_URL = 'https://galley.example'

export interface Targets {
  /** Of an empty database, or nothing. */
  readonly url: string
  /** Major versions that are installed by npm, the oldest first; used if there is no URL. */
  readonly majors: readonly string[]
}

/**
 * Embedded → each external PostgreSQL → embedded. After each move, every endpoint that reads answers as before, to its
 * author, to another account and without an account.
 */
export async function moveAround({ url, majors }: Targets) {
  const receiver = await startReceiver()
  const common = { ...NO_RATE_LIMITS, ...SALES_ENV, ...RECEIVER_ENV, PUBLIC_URL, ROLE: 'all' }
  const folders: DataFolder[] = []
  const newFolder = () => {
    const folder = new DataFolder()
    folders.push(folder)
    return folder
  }
  const failures: string[] = []
  const rows: Record<string, string | number>[] = []
  const first = newFolder()
  const servers: Awaited<ReturnType<typeof startExternalPostgres>>[] = []
  try {
    const targets: { to: string; databaseUrl?: string }[] = []
    if (url !== '') targets.push({ to: 'external PostgreSQL', databaseUrl: url })
    for (const major of url === '' ? majors : []) {
      log(`installing PostgreSQL ${major}`)
      const server = await startExternalPostgres(major)
      servers.push(server)
      targets.push({ to: `external PostgreSQL ${major}`, databaseUrl: server.url })
    }
    targets.push({ to: 'embedded PostgreSQL' })

    log('filling an installation')
    let galley = await startGalley(first.path, common)
    const callers = await fill(first, galley, receiver.url)
    await galley.stop()
    galley = await startGalley(first.path, common)
    const before = await readAllAnswers(galley.url, callers)
    await galley.stop()
    let from: Record<string, string> = { ...common, DATA_DIR: first.path }
    for (const [number, { to, databaseUrl }] of targets.entries()) {
      const archive = join(first.path, `move-${number}.tar.zst`)
      const created = await runCommand(['backup', 'create', '--to', archive], from)
      from = { ...common, DATA_DIR: newFolder().path, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
      const restored = await runCommand(['restore', archive], from)
      const moved = await startGalley(from['DATA_DIR']!, from)
      const after = await readAllAnswers(moved.url, callers)
      await moved.stop()
      const different = [...before].filter(([request, answer]) => after.get(request) !== answer)
      failures.push(
        ...different.map(
          ([request, answer]) => `${to}: ${request}: ${firstDifference(answer, after.get(request) ?? '')}`,
        ),
      )
      rows.push({
        to,
        answers: before.size,
        different: different.length,
        'backup, s': created.seconds.toFixed(1),
        'restore, s': restored.seconds.toFixed(1),
      })
      log(`moved to ${to}: ${before.size} answers, ${different.length} are different`)
    }
    return { failures, rows }
  } finally {
    for (const server of servers) await server.stop()
    await receiver.close()
    for (const folder of folders) folder.remove()
  }
}

/** Resources of every kind, of an author whom others read. */
async function fill(folder: DataFolder, galley: Galley, receiverUrl: string): Promise<Caller> {
  const installation = await attach(folder.path)
  try {
    const data = new TestData(galley.url, installation.context.db, receiverUrl)
    const [author, reader] = [await data.person(), await data.person()]
    const own = await data.resourcesOf(author)
    // Some data is written after the answer, so this waits until nothing changes any more.
    let content = ''
    for (let now = 'unknown'; now !== content; ) {
      content = now
      await new Promise(resolve => setTimeout(resolve, 3000))
      now = JSON.stringify(await contentOf({ connection: installation.connection }))
    }
    return { author, reader, own, receiverUrl }
  } finally {
    await installation.close()
  }
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const from = Math.max(0, at - 60)
  return `${one.slice(from, at + 60)} → ${other.slice(from, at + 60)}`
}

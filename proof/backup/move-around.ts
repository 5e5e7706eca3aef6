import { join } from 'node:path'
import { contentOf } from '@galley/server/testing/backup'
import { startEmbeddedPostgres } from '@galley/server/testing/installation'
import { DataFolder, NO_RATE_LIMITS } from '@galley/server/testing/processes/galley-process'
import { RECEIVER_ENV, startReceiver } from '@galley/server/testing/receiver'
import { SALES_ENV, TestData } from '../abuse/test-data.ts'
import { log } from '../report/results.ts'
import { attach } from '../server/attach.ts'
import { type Galley, startGalley } from '../server/galley-process.ts'
import { type Caller, readAllAnswers } from './all-answers.ts'
import { runCommand } from './galley-command.ts'

/** All answers name the same address. */
const PUBLIC_URL = 'https://galley.example'

/**
 * Embedded → external PostgreSQL → embedded. After each move, every endpoint that reads answers as before, to its author,
 * to another account and without an account.
 */
export async function moveAround(external: string | undefined) {
  const receiver = await startReceiver()
  const [first, outside, last, server] = [new DataFolder(), new DataFolder(), new DataFolder(), new DataFolder()]
  const common = { ...NO_RATE_LIMITS, ...SALES_ENV, ...RECEIVER_ENV, PUBLIC_URL, ROLE: 'all' }
  const postgres =
    external === undefined
      ? await startEmbeddedPostgres({ dataDir: server.path, as: { kind: 'command' }, log: () => {} })
      : undefined
  const url = external ?? urlOf(postgres!.connection)
  const failures: string[] = []
  const rows: Record<string, string | number>[] = []
  try {
    log('filling an installation')
    let galley = await startGalley(first.path, { settings: common })
    const callers = await fill(first, galley, receiver.url)
    await galley.stop()
    galley = await startGalley(first.path, { settings: common })
    const before = await readAllAnswers(galley.url, callers)
    await galley.stop()
    let dataDir = first.path
    let settings: Record<string, string> = { ...common, DATA_DIR: dataDir }
    const moves = [
      { to: 'external PostgreSQL', settings: { ...common, DATA_DIR: outside.path, DATABASE_URL: url } },
      { to: 'embedded PostgreSQL', settings: { ...common, DATA_DIR: last.path } },
    ]
    for (const move of moves) {
      const archive = join(first.path, `to-${move.settings.DATA_DIR.split('/').at(-1)}.tar.zst`)
      await runCommand(['backup', 'create', '--to', archive], settings)
      const restored = await runCommand(['restore', archive], move.settings)
      settings = move.settings
      dataDir = move.settings.DATA_DIR
      const moved = await startGalley(dataDir, { settings: move.settings })
      const after = await readAllAnswers(moved.url, callers)
      await moved.stop()
      const different = [...before].filter(([request, answer]) => after.get(request) !== answer)
      failures.push(
        ...different.map(
          ([request, answer]) => `${move.to}: ${request}: ${firstDifference(answer, after.get(request) ?? '')}`,
        ),
      )
      rows.push({
        to: move.to,
        answers: before.size,
        different: different.length,
        'restore, s': restored.seconds.toFixed(1),
      })
      log(`moved to ${move.to}: ${before.size} answers, ${different.length} are different`)
    }
    return { failures, rows }
  } finally {
    await postgres?.stop()
    await receiver.close()
    for (const folder of [first, outside, last, server]) folder.remove()
  }
}

function urlOf({
  user,
  password,
  database,
  host,
  port,
}: {
  user: string
  password: string
  database: string
  host: string
  port: number
}): string {
  return `postgres://${user}:${password}@localhost/${database}?${new URLSearchParams({ host, port: String(port) })}`
}

/** Resources of every kind, of an author whom others read. */
async function fill(folder: DataFolder, galley: Galley, receiverUrl: string): Promise<Caller> {
  const installation = await attach(folder.path)
  try {
    const data = new TestData(galley.url, installation.context.db, receiverUrl)
    const [author, reader] = [await data.person(), await data.person()]
    const own = await data.resourcesOf(author)
    // What is written after an answer must not change between two reads.
    let content = ''
    for (let now = 'unknown'; now !== content; ) {
      content = now
      await new Promise(resolve => setTimeout(resolve, 3000))
      now = JSON.stringify(await contentOf({ connection: installation.connection as never }))
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

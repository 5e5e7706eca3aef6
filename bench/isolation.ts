/**
 * `npm run bench:isolation [-- --rounds 8]`: what one receiver that hangs costs the webhooks of everybody else. A hundred
 * webhooks under a steady load of events, without it and beside it by turns.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DataFolder } from '../packages/server/test/support/galley-process.ts'
import { keepResults, say } from './report/results.ts'
import { median, percentile } from './report/statistics.ts'
import { markdownTable, textTable } from './report/table.ts'
import { attach } from './server/attach.ts'
import { type Author, makeAuthor, recordPost } from './server/authors.ts'
import { emptyQueue } from './server/empty-queue.ts'
import { startGalley } from './server/galley-process.ts'
import { startReceiver } from './server/receiver.ts'

const AUTHORS = 10
const WEBHOOKS_EACH = 10
const LOAD_SECONDS = 8
const POSTS_A_SECOND = 20
const QUEUED_FOR_THE_HANGING = 200
const GOAL = 1.2

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '8' } } })
const { path: dataDir } = new DataFolder()
const galley = await startGalley(dataDir)
const { context, close } = await attach(dataDir)
const receiver = await startReceiver()
const events = ['post.created'] as const
const authors: Author[] = []
for (let a = 0; a < AUTHORS; a++) {
  const urls = Array.from({ length: WEBHOOKS_EACH }, (_, w) => `${receiver.url}/${a}/${w}`)
  authors.push(await makeAuthor(context, { urls, events }))
}
const hanging = await makeAuthor(context, { urls: [`${receiver.url}/hang`], events })
// One round's p99 is a handful of deliveries, and mostly noise; all rounds together, taken by turns, tell more.
const alone: number[] = []
const beside: number[] = []
try {
  say('warming up')
  await loadedLatencies()
  for (let round = 1; round <= Number(options.rounds); round++) {
    alone.push(...(await loadedLatencies()))
    for (let i = 0; i < QUEUED_FOR_THE_HANGING; i++) await recordPost(context, hanging.id)
    beside.push(...(await loadedLatencies()))
    const p99 = [alone, beside].map(latencies => `${percentile(latencies, 99).toFixed(1)} ms`)
    say(`after round ${round} of ${options.rounds}: p99 ${p99[0]} alone, ${p99[1]} beside one that hangs`)
    await emptyQueue(context)
  }
} finally {
  receiver.close()
  await close()
  await galley.stop()
}
report()

/** Milliseconds from each event to its arrival, after a first second that warms up. */
async function loadedLatencies(): Promise<number[]> {
  await load(POSTS_A_SECOND)
  return load(LOAD_SECONDS * POSTS_A_SECOND)
}

async function load(posts: number): Promise<number[]> {
  receiver.reset()
  const begun = performance.now()
  const recording: Promise<void>[] = []
  for (let i = 0; i < posts; i++) {
    await pause(Math.max(0, begun + (i * 1000) / POSTS_A_SECOND - performance.now()))
    recording.push(recordPost(context, authors[i % AUTHORS]!.id))
  }
  await Promise.all(recording)
  await receiver.expect(posts * WEBHOOKS_EACH)
  const arrivals = await receiver.arrivals()
  return arrivals.map(({ at, body }) => at - Date.parse(JSON.parse(body).created_at))
}

function report(): void {
  const [p99Alone, p99Beside] = [percentile(alone, 99), percentile(beside, 99)]
  const ratio = p99Beside / p99Alone
  const head = ['99 webhooks, from commit to arrival', 'p50 ms', 'p99 ms', 'p99 ratio', 'goal', '']
  const verdict = ratio <= GOAL ? 'reached' : 'missed'
  const rows = [
    ['alone', median(alone).toFixed(1), p99Alone.toFixed(1), undefined, undefined, undefined],
    ['beside one that hangs', median(beside).toFixed(1), p99Beside.toFixed(1), ratio.toFixed(2), `≤ ${GOAL}`, verdict],
  ]
  say(`\n${textTable(head, rows)}`)
  keepResults('isolation', { ratio, rounds: Number(options.rounds), p99Alone, p99Beside }, markdownTable(head, rows))
}

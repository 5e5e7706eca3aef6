import { setTimeout as pause } from 'node:timers/promises'
import { DataFolder } from '../packages/server/test/support/galley-process.ts'
import { number } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { keepResults, say } from './report/results.ts'
import { median, percentile } from './report/statistics.ts'
import { markdownTable, textTable } from './report/table.ts'
import { attach } from './server/attach.ts'
import { type Author, makeAuthor, recordPost } from './server/authors.ts'
import { emptyQueue } from './server/empty-queue.ts'
import { startGalley } from './server/galley-process.ts'
import { startReceiver } from './server/receiver.ts'

/** With the one that hangs, a hundred webhooks. */
const AUTHORS = 11
const WEBHOOKS_EACH = 9
const LOAD_SECONDS = 8
const POSTS_A_SECOND = 22
const QUEUED_FOR_THE_HANGING = 200
const GOAL = 1.2

const { values, resultsName } = readCommandLine({
  name: 'bench:isolation',
  about: `What one receiver that hangs costs the webhooks of everybody else: a hundred webhooks under a steady load of events, of
which one by turns has nothing to deliver and hangs. About 3 minutes.`,
  options: { rounds: number('how often by turns', { standard: 8, least: 1 }) },
})
say('starting the server, making 100 webhooks')
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
  for (let round = 1; round <= values.rounds; round++) {
    alone.push(...(await loadedLatencies()))
    for (let i = 0; i < QUEUED_FOR_THE_HANGING; i++) await recordPost(context, hanging.id)
    beside.push(...(await loadedLatencies()))
    const p99 = [alone, beside].map(latencies => `${percentile(latencies, 99).toFixed(1)} ms`)
    say(
      `after round ${round} of ${values.rounds}: p99 ${p99[0]} of the other 99 alone, ${p99[1]} beside the one that hangs`,
    )
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
  const head = ['the other 99 of 100 webhooks, from commit to arrival', 'p50 ms', 'p99 ms', 'p99 ratio', 'goal', '']
  const verdict = ratio <= GOAL ? 'reached' : 'missed'
  const rows = [
    [
      'while the one has nothing to deliver',
      median(alone).toFixed(1),
      p99Alone.toFixed(1),
      undefined,
      undefined,
      undefined,
    ],
    ['while the one hangs', median(beside).toFixed(1), p99Beside.toFixed(1), ratio.toFixed(2), `≤ ${GOAL}`, verdict],
  ]
  say(`\n${textTable(head, rows)}`)
  keepResults(resultsName, { ratio, rounds: values.rounds, p99Alone, p99Beside }, markdownTable(head, rows))
}

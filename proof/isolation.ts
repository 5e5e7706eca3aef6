import { setTimeout as pause } from 'node:timers/promises'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { number } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { log, saveResults } from './report/results.ts'
import { median, percentile } from './report/statistics.ts'
import { markdownTable, textTable } from './report/table.ts'
import { attach } from './server/attach.ts'
import { type Author, makeAuthor, recordPost } from './server/authors.ts'
import { emptyQueue } from './server/empty-queue.ts'
import { startGalley } from './server/galley-process.ts'
import { startReceiver } from './server/receiver.ts'

/** Together with the hanging one, a hundred webhooks. */
const AUTHORS = 11
const WEBHOOKS_EACH = 9
const LOAD_SECONDS = 8
const POSTS_A_SECOND = 22
const QUEUED_FOR_THE_HANGING = 200
const GOAL = 1.2

const { values, resultsName } = readCommandLine({
  name: 'bench:isolation',
  about: `Measures how much one hanging receiver delays the deliveries of other webhooks: a hundred webhooks under a steady
load of events, of which one alternately is idle and hangs. About 3 minutes.`,
  options: { rounds: number('how many rounds', { standard: 8, least: 1 }) },
})
log('starting the server and creating 100 webhooks')
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
// The p99 of one round has only a few deliveries behind it, so the alternating rounds are pooled.
const alone: number[] = []
const withHanging: number[] = []
try {
  log('warming up')
  await loadedLatencies()
  for (let round = 1; round <= values.rounds; round++) {
    alone.push(...(await loadedLatencies()))
    for (let i = 0; i < QUEUED_FOR_THE_HANGING; i++) await recordPost(context, hanging.id)
    withHanging.push(...(await loadedLatencies()))
    const p99 = [alone, withHanging].map(latencies => `${percentile(latencies, 99).toFixed(1)} ms`)
    log(
      `after round ${round} of ${values.rounds}: p99 of the other 99 is ${p99[0]} without and ${p99[1]} with the hanging one`,
    )
    await emptyQueue(context)
  }
} finally {
  receiver.close()
  await close()
  await galley.stop()
}
report()

/** Milliseconds from each event to its arrival, after one second of warm-up. */
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
  const [p99Alone, p99WithHanging] = [percentile(alone, 99), percentile(withHanging, 99)]
  const ratio = p99WithHanging / p99Alone
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
    [
      'while the one hangs',
      median(withHanging).toFixed(1),
      p99WithHanging.toFixed(1),
      ratio.toFixed(2),
      `≤ ${GOAL}`,
      verdict,
    ],
  ]
  log(`\n${textTable(head, rows)}`)
  saveResults(resultsName, { ratio, rounds: values.rounds, p99Alone, p99WithHanging }, markdownTable(head, rows))
}

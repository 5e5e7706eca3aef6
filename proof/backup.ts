import { killRounds } from './backup/kill-rounds.ts'
import { measureVolume } from './backup/measure-volume.ts'
import { moveAround } from './backup/move-around.ts'
import { number, only, seed, text } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { reportRecords } from './report/record-tables.ts'
import { log } from './report/results.ts'

const PARTS = ['kills', 'moves', 'volume']
/** The goals of memory above an idle server and of the slow requests during a backup. */
const MEMORY_MB = 200
const SLOWER = 2

const { values, resultsName } = readCommandLine({
  name: 'proof:backup',
  about: `Kills backups and restores at random moments; moves an installation to an external PostgreSQL and back and compares the
answers of all endpoints; measures backup, verification and restore of a large installation under load. About 15 minutes.`,
  options: {
    only: only('parts', PARTS),
    kills: number('how many processes are killed', { standard: 20, least: 1 }),
    posts: number('how many posts the large installation has', { standard: 100_000, least: 100 }),
    images: number('how many images it has', { standard: 2000, least: 1 }),
    rate: number('requests a second during the backup', { standard: 60, least: 1 }),
    external: text('the URL of an empty database of an external PostgreSQL; without it, a second embedded one'),
    seed,
  },
})

const failures: string[] = []
const tables: Record<string, Record<string, string | number>[]> = {}
if (values.only.includes('kills')) {
  const killed = await killRounds(values.kills, { posts: 2000, images: 50 }, values.seed)
  failures.push(...killed.failures)
  tables['Killed'] = killed.rounds.map(round => ({ ...round }))
}
if (values.only.includes('moves')) {
  const moved = await moveAround(values.external)
  failures.push(...moved.failures)
  tables['Moved'] = moved.rows
}
if (values.only.includes('volume')) {
  const { seconds, peakMB, p99Ms, ...found } = await measureVolume(
    { posts: values.posts, images: values.images },
    values.rate,
  )
  const slower = p99Ms.during / p99Ms.before
  const row = (what: string, measured: string, goal = '', isReached = true) => {
    if (!isReached) failures.push(`${what}: ${measured}, goal ${goal}`)
    return { what, measured, goal, '': goal === '' ? '' : isReached ? 'reached' : 'missed' }
  }
  tables['Volume'] = [
    row('size of the archive', `${found.archiveMB.toFixed(0)} MB, ${found.rows} rows, ${found.images} images`),
    ...(['backup', 'verify', 'restore'] as const).map(step =>
      row(step, `${seconds[step].toFixed(1)} s, ${peakMB[step].toFixed(0)} MB`),
    ),
    row(
      'memory above idle during a backup',
      `${found.aboveIdleMB.toFixed(0)} MB`,
      `${MEMORY_MB} MB`,
      found.aboveIdleMB <= MEMORY_MB,
    ),
    row(
      'p99 before and during',
      `${p99Ms.before.toFixed(1)} and ${p99Ms.during.toFixed(1)} ms, ${slower.toFixed(2)}×`,
      `${SLOWER}×`,
      slower <= SLOWER,
    ),
  ]
  log(`failed requests: ${JSON.stringify(found.failures)}`)
}
for (const failure of failures) log(`FAILED: ${failure}`)
const verdict = failures.length === 0 ? 'every check passed' : `${failures.length} FAILURES`
reportRecords(resultsName, { ...values, failures, tables }, { tables, verdict: `${verdict}, seed ${values.seed}` })
process.exitCode = failures.length === 0 ? 0 : 1

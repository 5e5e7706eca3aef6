import { killRounds } from './backup/kill-rounds.ts'
import { makeLargeInstallation } from './backup/large-installation.ts'
import { measureVolume } from './backup/measure-volume.ts'
import { moveAround } from './backup/move-around.ts'
import { number, only, readCommandLine, seed, text } from './support/command-line.ts'
import { type Row, report } from './support/report.ts'

const PARTS = ['moves', 'volume', 'kills']
/** The goals of memory above an idle server and of the slow requests during a backup. */
const MEMORY_MB = 200
const SLOWER = 2
const POSTS_AN_IMAGE = 50

const { values, resultsName } = readCommandLine({
  name: 'proof:backup',
  about: `Moves an installation to external PostgreSQL servers and back and compares the answers of all endpoints; measures backup,
verification and restore of a large installation under load; kills its backups and restores at random moments. About an
hour and 6 GB of disk with the standard sizes.`,
  options: {
    only: only('parts', PARTS),
    kills: number('how many processes are killed', { standard: 20, least: 1 }),
    posts: number('how many posts the large installation has', { standard: 100_000, least: 100 }),
    images: number('how many images it has', { standard: 2000, least: 1 }),
    killed: number('how many posts the installation has whose commands are killed', { standard: 10_000, least: 100 }),
    rate: number('requests a second during the backup', { standard: 60, least: 1 }),
    majors: text('the major versions of PostgreSQL that npm installs; 15,18 by default', '15,18'),
    external: text('the URL of an empty database, instead of the PostgreSQL servers that npm installs'),
    seed,
  },
})

const failures: string[] = []
const tables: Record<string, readonly Row[]> = {}
if (values.only.includes('moves')) {
  const moved = await moveAround({ url: values.external, majors: values.majors.split(',') })
  failures.push(...moved.failures)
  tables['Moved'] = moved.rows
}
if (values.only.includes('volume')) {
  const installation = await makeLargeInstallation({ posts: values.posts, images: values.images })
  const { seconds, peakMB, p99Ms, ...found } = await measureVolume(installation, values.rate)
  installation.folder.remove()
  const aboveIdleMB = found.serverAboveIdleMB + peakMB.backup
  const slower = p99Ms.during / p99Ms.without
  const row = (what: string, measured: string, goal = '', isReached = true) => {
    if (!isReached) failures.push(`${what}: ${measured}, goal ${goal}`)
    return { what, measured, goal, '': goal === '' ? '' : isReached ? 'reached' : 'missed' }
  }
  tables['Volume'] = [
    row('size of the archive', `${found.archiveMB.toFixed(0)} MB, ${found.rows} rows, ${found.images} images`),
    ...(['backup', 'verify', 'restore'] as const).map(step =>
      row(step, `${seconds[step].toFixed(1)} s, ${peakMB[step].toFixed(0)} MB`),
    ),
    row('posts that a server shows after the restore', String(found.posts)),
    row(
      'memory above idle during a backup',
      `${aboveIdleMB.toFixed(0)} MB: server ${found.serverAboveIdleMB.toFixed(0)}, backup ${peakMB.backup.toFixed(0)}`,
      `${MEMORY_MB} MB`,
      aboveIdleMB <= MEMORY_MB,
    ),
    row(
      'p99 without a backup and during it',
      `${p99Ms.without.toFixed(1)} and ${p99Ms.during.toFixed(1)} ms, ${slower.toFixed(2)}×`,
      `${SLOWER}×`,
      slower <= SLOWER,
    ),
  ]
  failures.push(...Object.entries(found.failures).map(([what, count]) => `${count} requests failed: ${what}`))
}
if (values.only.includes('kills')) {
  const installation = await makeLargeInstallation({
    posts: values.killed,
    images: Math.ceil(values.killed / POSTS_AN_IMAGE),
  })
  const killed = await killRounds(installation, values.kills, values.seed)
  failures.push(...killed.failures)
  tables['Killed'] = killed.rounds.map(round => ({ ...round }))
  installation.folder.remove()
}
report(resultsName, { tables, figures: values, failures, passed: `every check passed, seed ${values.seed}` })

import { join } from 'node:path'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { startGalley } from '../support/galley-process.ts'
import { PeakMemory } from '../support/process-usage.ts'
import { log, percentile } from '../support/report.ts'
import { runCommand } from './galley-command.ts'
import { type LargeInstallation, loadOn } from './large-installation.ts'

const MB = 2 ** 20
const WARM_UP_SECONDS = 10
const SLICE_SECONDS = 2
const BASELINE_SLICES = 15

/** Backup, verification and restore while the server is under load: durations, memory, and what requests notice. */
export async function measureVolume(installation: LargeInstallation, perSecond: number) {
  const { folder } = installation
  const other = new DataFolder()
  const settings = { DATA_DIR: folder.path }
  const archive = join(folder.path, 'volume.tar.zst')
  const galley = await startGalley(folder.path)
  const load = loadOn(galley.url, installation, perSecond)
  const failures: Record<string, number> = {}
  const slice = async () => {
    const done = await load.run({ seconds: SLICE_SECONDS })
    for (const [what, count] of Object.entries(done.failures)) failures[what] = (failures[what] ?? 0) + count
    return done.latenciesMs
  }
  /** Latencies while the work goes on. */
  const during = async (work: Promise<unknown>) => {
    const latencies: number[] = []
    let isRunning = true
    const ended = () => {
      isRunning = false
    }
    work.then(ended, ended)
    while (isRunning) latencies.push(...(await slice()))
    return latencies
  }
  try {
    await load.run({ seconds: WARM_UP_SECONDS })
    const without: number[] = []
    const measureWithout = async () => {
      for (let i = 0; i < BASELINE_SLICES; i++) without.push(...(await slice()))
    }
    await measureWithout()
    const server = new PeakMemory(galley.pid)
    log('creating a backup under load')
    const backup = runCommand(['backup', 'create', '--to', archive], settings)
    const withBackup = await during(backup)
    const serverAboveIdle = server.end()
    const created = await backup
    await measureWithout()
    log('verifying it under load')
    const verification = runCommand(['backup', 'verify', archive], settings)
    await during(verification)
    log('restoring it, into another folder, under load')
    const restore = runCommand(['restore', archive], { DATA_DIR: other.path })
    await during(restore)
    const [verified, restored] = [await verification, await restore]
    const posts = await postsServedFrom(other)
    return {
      archiveMB: Number(created.json['bytes']) / MB,
      rows: Number(created.json['rows']),
      images: Number(created.json['images']),
      posts,
      seconds: { backup: created.seconds, verify: verified.seconds, restore: restored.seconds },
      serverAboveIdleMB: serverAboveIdle / MB,
      peakMB: { backup: created.peakBytes / MB, verify: verified.peakBytes / MB, restore: restored.peakBytes / MB },
      p99Ms: { without: percentile(without, 99), during: percentile(withBackup, 99) },
      failures,
    }
  } finally {
    load.close()
    await galley.stop()
    other.remove()
  }
}

/** Starts a server on a restored folder. */
async function postsServedFrom(folder: DataFolder): Promise<number> {
  const galley = await startGalley(folder.path)
  try {
    const response = await fetch(`${galley.url}/api/v1/public/posts?limit=1`)
    const { total } = (await response.json()) as { total: number }
    return total
  } finally {
    await galley.stop()
  }
}

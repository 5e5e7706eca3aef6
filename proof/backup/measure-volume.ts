import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { createLoad } from '../load/load.ts'
import { log } from '../report/results.ts'
import { percentile } from '../report/statistics.ts'
import { attach } from '../server/attach.ts'
import { makeAuthor } from '../server/authors.ts'
import { startGalley } from '../server/galley-process.ts'
import { ownBytes } from '../server/process-usage.ts'
import { fillInstallation, type Volume } from './fill-installation.ts'
import { runCommand, startCommand, watch } from './galley-command.ts'

const MB = 2 ** 20
const WARM_UP_SECONDS = 10
const SLICE_SECONDS = 2
const BASELINE_SLICES = 10

/** Backup under load, then verify and restore: durations, memory, and what requests notice. */
export async function measureVolume(volume: Volume, perSecond: number) {
  const [folder, other] = [new DataFolder(), new DataFolder()]
  const settings = { DATA_DIR: folder.path }
  const archive = join(folder.path, 'volume.tar.zst')
  const installation = await attach(folder.path)
  await fillInstallation(installation.context, volume)
  const author = await makeAuthor(installation.context)
  const galley = await startGalley(folder.path)
  const load = createLoad({
    url: galley.url,
    connections: 8,
    perSecond,
    templates: [
      { method: 'GET', path: '/api/v1/public/posts?offset={page}', headers: {} },
      { method: 'GET', path: '/api/v1/posts', headers: author.headers },
      {
        method: 'POST',
        path: '/api/v1/posts',
        headers: author.headers,
        body: JSON.stringify({ title: 'Post {fresh}', content: 'Words and more words. '.repeat(200) }),
        status: 201,
      },
    ],
    slots: { fresh: 'fresh', page: Array.from({ length: 97 }, (_, i) => i * 20) },
    tolerant: true,
  })
  try {
    await load.run({ seconds: WARM_UP_SECONDS })
    const before: number[] = []
    for (let slice = 0; slice < BASELINE_SLICES; slice++) {
      before.push(...(await load.run({ seconds: SLICE_SECONDS })).latenciesMs)
    }
    const idleBytes = ownBytes(galley.pid)
    log('creating a backup under load')
    const backup = watch(startCommand(['backup', 'create', '--to', archive], settings))
    let isRunning = true
    void backup.finally(() => {
      isRunning = false
    })
    const during: number[] = []
    let serverPeak = 0
    const failures: Record<string, number> = {}
    while (isRunning) {
      const slice = await Promise.race([load.run({ seconds: SLICE_SECONDS }), pause(60_000)])
      if (slice === undefined) break
      during.push(...slice.latenciesMs)
      Object.assign(failures, slice.failures)
      serverPeak = Math.max(serverPeak, ownBytes(galley.pid))
    }
    const created = await backup
    if (created.code !== 0) throw new Error(`the backup failed: ${created.stderr}`)
    load.close()
    await galley.stop()
    await installation.close()
    log('verifying it')
    const verified = await runCommand(['backup', 'verify', archive], settings)
    log('restoring it')
    const restored = await runCommand(['restore', archive], { DATA_DIR: other.path })
    return {
      archiveMB: Number(created.json['bytes']) / MB,
      rows: Number(created.json['rows']),
      images: Number(created.json['images']),
      seconds: { backup: created.seconds, verify: verified.seconds, restore: restored.seconds },
      aboveIdleMB: (Math.max(0, serverPeak - idleBytes) + created.peakBytes) / MB,
      peakMB: { backup: created.peakBytes / MB, verify: verified.peakBytes / MB, restore: restored.peakBytes / MB },
      p99Ms: { before: percentile(before, 99), during: percentile(during, 99) },
      failures,
    }
  } finally {
    load.close()
    await galley.stop()
    folder.remove()
    other.remove()
  }
}

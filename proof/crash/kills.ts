import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '@galley/server/testing/seeded-random'
import type { Installation } from './installation.ts'

type Kill = (installation: Installation, random: SeededRandom) => Promise<void> | void

/** Which processes get SIGKILL in a round, or SIGTERM. */
export const KILLS: Readonly<Record<string, Kill>> = {
  server: it => it.killServer(),
  worker: it => it.killWorker(),
  postmaster: it => it.killPostmaster(),
  'server and worker': async it => {
    await Promise.all([it.killServer(), it.killWorker()])
  },
  'server, then postmaster': async it => {
    await it.killServer()
    it.killPostmaster()
  },
  'postmaster, then server': async it => {
    it.killPostmaster()
    await it.killServer()
  },
  'worker and postmaster': async it => {
    it.killPostmaster()
    await it.killWorker()
  },
  'all three': async it => {
    it.killPostmaster()
    await Promise.all([it.killServer(), it.killWorker()])
  },
  'rendering processes': it => it.killRenderers(),
  'process group of the server, by SIGTERM': it => it.stopGroup(),
  'server, and again while it starts': async (it, random) => {
    await it.killServer()
    it.beginServer()
    await pause(random.between(50, 1500))
    await it.killServer()
  },
}

/** A random order in which every kind occurs once before any is repeated. */
export function killsFor(rounds: number, random: SeededRandom): string[] {
  const chosen: string[] = []
  let left: string[] = []
  while (chosen.length < rounds) {
    if (left.length === 0) left = Object.keys(KILLS)
    chosen.push(...left.splice(random.below(left.length), 1))
  }
  return chosen
}

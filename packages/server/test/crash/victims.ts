import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../support/seeded-random.ts'
import type { Installation } from './installation.ts'

type Kill = (installation: Installation, random: SeededRandom) => Promise<void> | void

/** Whom SIGKILL hits in a round. */
export const VICTIMS: Readonly<Record<string, Kill>> = {
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
  'server, and again while it starts': async (it, random) => {
    await it.killServer()
    it.beginServer()
    await pause(random.between(50, 1500))
    await it.killServer()
  },
}

/** Every kind once before any comes again. */
export function victimsFor(rounds: number, random: SeededRandom): string[] {
  const chosen: string[] = []
  let left: string[] = []
  while (chosen.length < rounds) {
    if (left.length === 0) left = Object.keys(VICTIMS)
    chosen.push(...left.splice(random.below(left.length), 1))
  }
  return chosen
}

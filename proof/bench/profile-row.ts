import { type HotPlace, hottest } from '../report/hottest.ts'
import { log, saveFile } from '../report/results.ts'
import type { Profiler } from '../server/profiler.ts'
import type { Row } from './row.ts'

const SECONDS = 5

/** Prints where the server spends its time under this load, and saves the profile. */
export async function profileRow(profiler: Profiler, name: string, { ours, cleanUp }: Row): Promise<void> {
  await profiler.start()
  await ours.run({ seconds: SECONDS })
  const profile = await profiler.stop()
  await cleanUp?.()
  const { functions, packages } = hottest(profile)
  const path = saveFile(`profiles/${name.replaceAll(/\W+/g, '-')}.cpuprofile`, JSON.stringify(profile))
  log(`${shares(functions)}\n   by package\n${shares(packages)}\n   ${path}`)
}

function shares(places: readonly HotPlace[]): string {
  return places.map(({ place, share }) => `   ${(100 * share).toFixed(1).padStart(5)} %  ${place}`).join('\n')
}

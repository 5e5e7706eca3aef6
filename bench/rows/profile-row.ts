import { type HotPlace, hottest } from '../report/hottest.ts'
import { keep, say } from '../report/results.ts'
import type { Profiler } from '../server/profiler.ts'
import type { Row } from './row.ts'

const SECONDS = 5

/** Shows where the server spends its time under this load, and keeps the profile for a closer look. */
export async function profileRow(profiler: Profiler, name: string, { ours, tidy }: Row): Promise<void> {
  await profiler.start()
  await ours.run({ seconds: SECONDS })
  const profile = await profiler.stop()
  await tidy?.()
  const { functions, packages } = hottest(profile)
  const path = keep(`profiles/${name.replaceAll(/\W+/g, '-')}.cpuprofile`, JSON.stringify(profile))
  say(`${shares(functions)}\n   by package\n${shares(packages)}\n   ${path}`)
}

function shares(places: readonly HotPlace[]): string {
  return places.map(({ place, share }) => `   ${(100 * share).toFixed(1).padStart(5)} %  ${place}`).join('\n')
}

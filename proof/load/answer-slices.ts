import type { Slice, SliceLimit } from './slices.ts'

/** The child's side of `startRunner`: prepares once, then runs a slice for each message. */
export function answerSlices<Config>(
  prepare: (config: Config) => Promise<(limit: SliceLimit) => Promise<Slice>>,
): void {
  process.once('message', async (config: Config) => {
    const run = await prepare(config)
    process.on('message', async (limit: SliceLimit) => process.send?.(await run(limit)))
    process.send?.('ready')
  })
  process.on('disconnect', () => process.exit(0))
}

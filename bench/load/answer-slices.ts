import type { Slice, SliceLimit } from './slices.ts'

/** The other end of `startRunner`: gets ready once, then does a slice of work each time it is told to. */
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

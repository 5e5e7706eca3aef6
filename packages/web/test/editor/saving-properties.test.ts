import { test } from 'node:test'
import fc from 'fast-check'
import { eventsArbitrary, play } from '../support/saving/play.ts'

/** More of them find rarer orders: `GALLEY_SAVING_RUNS=10000 npm test -- saving-properties`. */
const runs = Number(process.env['GALLEY_SAVING_RUNS'] ?? 1000)

test(`in ${runs} random orders of events no text is lost and no false conflict is reported`, async () => {
  await fc.assert(
    fc.asyncProperty(eventsArbitrary, async events => {
      await play(events)
    }),
    { numRuns: runs },
  )
})

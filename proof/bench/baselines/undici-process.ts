/** The baseline for webhooks: a plain undici loop that sends one signed event repeatedly. Started by `startRunner`. */
import { Agent, request } from 'undici'
import { answerSlices, runConcurrently } from '../../support/slices.ts'

export interface UndiciConfig {
  readonly url: string
  readonly ca: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly inFlight: number
}

answerSlices<UndiciConfig>(async ({ url, ca, headers, body, inFlight }) => {
  const dispatcher = new Agent({ connect: { ca }, allowH2: false })
  return limit =>
    runConcurrently(inFlight, limit, async () => {
      const answer = await request(url, { method: 'POST', headers: { ...headers }, body, dispatcher })
      await answer.body.dump()
    })
})

/** The floor for webhooks: a bare undici loop that sends one signed event over and over. Started by `startRunner`. */
import { Agent, request } from 'undici'
import { answerSlices } from '../load/answer-slices.ts'
import { runLanes } from '../load/lanes.ts'

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
    runLanes(inFlight, limit, async () => {
      const answer = await request(url, { method: 'POST', headers: { ...headers }, body, dispatcher })
      await answer.body.dump()
    })
})

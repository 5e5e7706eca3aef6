import { eventually } from '@galley/server/testing/eventually'
import type { Db } from '@galley/server/testing/installation'
import type { SeededRandom } from '@galley/server/testing/seeded-random'
import { sendMessages } from '@galley/server/testing/use-cases'
import type { AnswerCheck } from './answer-check.ts'
import type { PartFindings } from './findings.ts'
import type { Operation } from './operations.ts'
import type { Answer, RawClient, RawRequest } from './raw-client.ts'
import type { TestData } from './test-data/test-data.ts'

/** The installation under attack. */
export interface Target {
  /** Lets webhooks call receivers on this machine. */
  readonly url: string
  /** A second node, with the default address rules, limits and a proxy before it. */
  readonly strictUrl: string
  readonly receiverUrl: string
  readonly db: Db
}

/** What each part of the run works with. */
export interface Abuse {
  readonly target: Target
  readonly client: RawClient
  readonly strictClient: RawClient
  readonly operations: readonly Operation[]
  readonly answers: AnswerCheck
  readonly findings: PartFindings
  readonly random: SeededRandom
  readonly testData: TestData
  /** A quick run, in seconds. */
  readonly isQuick: boolean
}

/** Sends a request and checks the response; a request without a response is a failure and returns undefined. */
export async function send(
  { client, answers, findings }: Abuse,
  operation: Operation | undefined,
  sent: RawRequest,
  label = `${sent.method} ${sent.path}`,
): Promise<Answer | undefined> {
  try {
    const answer = await client.send(sent)
    answers.check(operation, answer, label.slice(0, 300))
    return answer
  } catch (error) {
    findings.fail(`${label.slice(0, 300)}: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/** Sends the message that the server gives itself after it has lost the database, and waits until it has it. */
export async function emptyCaches({ url, db }: Pick<Target, 'url' | 'db'>): Promise<void> {
  await sendMessages(db, [{ about: 'everything' }])
  await eventually(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    if (!/^galley_cache_bytes 0$/m.test(metrics)) throw new Error('the cache is not empty yet')
  })
}

// biome-ignore lint/suspicious/noExplicitAny: what the API answered, checked already
export function jsonOf(answer: Answer | undefined): any {
  try {
    return JSON.parse(answer?.body.toString() ?? 'null')
  } catch {
    return undefined
  }
}

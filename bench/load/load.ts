import { HttpLane } from './http-lane.ts'
import { runLanes } from './lanes.ts'
import { compileQuestion, type Questions } from './question.ts'
import type { Slice, SliceLimit } from './slices.ts'
import { createFiller } from './template.ts'

export interface LoadConfig extends Questions {
  readonly url: string
  readonly connections: number
  /** The pace of all connections together; as fast as answers come if it is not given. */
  readonly perSecond?: number
  /** Begins each slice with new connections. */
  readonly reconnects?: boolean
  /** Counts what fails instead of giving up. */
  readonly tolerant?: boolean
}

export interface Load {
  run(limit: SliceLimit): Promise<Slice>
  close(): void
}

/** Questions by turns on kept-alive connections, in this process. */
export function createLoad({ url, connections, ask, slots = {}, reconnects, ...pace }: LoadConfig): Load {
  const address = new URL(url)
  const lanes = Array.from({ length: connections }, () => new HttpLane(address))
  const questions = ask.map(question => ({
    fill: compileQuestion(question, address.host),
    status: question.status ?? 200,
  }))
  const nextValues = createFiller(slots)
  let turn = 0
  const askOne = async (lane: number) => {
    const { fill, status } = questions[turn++ % questions.length]!
    const question = fill(nextValues())
    const answer = await lanes[lane]!.ask(question)
    if (answer.status === status) return
    throw new Error(`${answer.status} instead of ${status} to ${question.toString().split('\r\n', 1)[0]}`)
  }
  const close = () => {
    for (const lane of lanes) lane.close()
  }
  const run = async (limit: SliceLimit) => {
    const slice = await runLanes(connections, limit, askOne, pace)
    if (reconnects) close()
    return slice
  }
  return { run, close }
}

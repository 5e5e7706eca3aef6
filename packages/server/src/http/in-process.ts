import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const NAME = 'x-galley-in-process'
const PROOF = randomUUID()

/** Sent along by our own pages when they ask the API on a reader's behalf. Nobody outside can know its value. */
export const inProcessHeaders: Readonly<Record<string, string>> = { [NAME]: PROOF }

/** Whether a page of ours asks. The page was counted against the reader's limit already, its questions are not. */
export const isInProcess = (headers: IncomingHttpHeaders): boolean => headers[NAME] === PROOF

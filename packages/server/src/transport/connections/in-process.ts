import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const NAME = 'x-galley-in-process'
const PROOF = randomUUID()

/** Sent by our own pages with their API requests. The value is random, so that clients cannot forge it. */
export const inProcessHeaders: Readonly<Record<string, string>> = { [NAME]: PROOF }

/** Whether one of our pages sends the request. The page itself was already counted against the reader's limit. */
export const isInProcess = (headers: IncomingHttpHeaders): boolean => headers[NAME] === PROOF

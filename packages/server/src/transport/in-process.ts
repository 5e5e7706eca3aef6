import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const NAME = 'x-galley-in-process'
const PROOF = randomUUID()

/** Sent by our own pages when they ask the API for a reader. The value is random, so no client can know it. */
export const inProcessHeaders: Readonly<Record<string, string>> = { [NAME]: PROOF }

/** Whether a page of ours sends the request. The page itself was counted against the reader's limit already. */
export const isInProcess = (headers: IncomingHttpHeaders): boolean => headers[NAME] === PROOF

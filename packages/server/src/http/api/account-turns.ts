import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { AppError } from '../../platform/core/errors.ts'
import { Turns } from '../../platform/core/limits/turns.ts'

/** Connections to the database that one account leaves to others. */
const LEFT_TO_OTHERS = 2

/**
 * The HTTP server closes a connection after 15 s without a response, and a request may wait for the database for some seconds
 * after its turn has come.
 */
const WAIT_MS = 4000

const busy = () =>
  new AppError('UNAVAILABLE', 'Your account sends too many requests at the same time. Try again.', {
    retryAfterSeconds: 5,
  })

/** They wait for another server. Other requests of the account must not wait for that. */
const WAIT_FOR_OTHERS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  endpoints.testWebhook,
  endpoints.fetchImage,
  endpoints.startPurchase,
  endpoints.checkPurchase,
  endpoints.readOAuthRequest,
  endpoints.approveOAuth,
])

/**
 * Runs a few requests of each account at the same time. The others wait in order of arrival: one account that sends very many
 * must not use all `connections` of this process to the database, for which the requests of all accounts would have to wait.
 */
export function createAccountTurns(connections: number): <T>(userId: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Turns(Number.POSITIVE_INFINITY, connections - LEFT_TO_OTHERS)
  return (userId, work) => turns.run(userId, 1, work, { waitMs: WAIT_MS, rejection: busy })
}

/** Whether requests take a turn of their account: not those that depend on the speed of a client or of another server. */
export const takesTurns = (endpoint: Endpoint): boolean =>
  !(endpoint.upload || endpoint.stream || endpoint.file || WAIT_FOR_OTHERS.has(endpoint))

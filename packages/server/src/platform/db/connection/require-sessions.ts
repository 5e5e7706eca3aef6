import type pg from 'pg'
import { errorCode } from '../../core/errors.ts'
import { withTimeout } from '../../core/limits/with-timeout.ts'
import { UnusableDatabaseError } from './database-problem.ts'

const CHANNEL = 'galley_session_check'
const ARRIVES_WITHIN_MS = 5000
/** Codes of Node and OpenSSL for a certificate that is not trusted. */
const CERTIFICATE_ERROR = /CERT|UNABLE_TO_VERIFY/

/**
 * Rejects a pooler in transaction mode. Messages of other nodes would not arrive through it, and the lock of migrations
 * would stay in one of its sessions, so that later starts wait for it.
 */
export async function requireSessions(pool: pg.Pool): Promise<void> {
  const listener = await pool.connect().catch(explainConnectError)
  try {
    const arrived = new Promise<true>(resolve => listener.once('notification', () => resolve(true)))
    await listener.query(`listen ${CHANNEL}`)
    await pool.query(`notify ${CHANNEL}`)
    if (await withTimeout(ARRIVES_WITHIN_MS, arrived)) return
  } finally {
    listener.release(true)
  }
  throw new UnusableDatabaseError(
    'The database is reached through a pooler in transaction mode, where messages between sessions do not arrive. Set DATABASE_LISTEN_URL to a direct connection to PostgreSQL, and DATABASE_PREPARED=false unless the pooler supports prepared statements.',
  )
}

/** Explains why TLS or the log-in was given up on our side of a connection; throws other errors unchanged. */
function explainConnectError(error: Error): never {
  const code = errorCode(error) ?? ''
  if (error.message === 'The server does not support SSL connections') {
    throw new UnusableDatabaseError(
      'The database does not offer TLS, but sslmode in DATABASE_URL asks for it. Turn TLS on in PostgreSQL, or leave sslmode out.',
    )
  }
  if (CERTIFICATE_ERROR.test(code)) {
    throw new UnusableDatabaseError(
      `The certificate of the database is not accepted: ${error.message}. For an authority of your own, add sslmode=verify-full&sslrootcert=<file> to DATABASE_URL. To encrypt without a check, add sslmode=no-verify.`,
    )
  }
  if (error.message.includes('client password must be a')) {
    throw new UnusableDatabaseError('The database asks for a password, and DATABASE_URL has none.')
  }
  throw error
}

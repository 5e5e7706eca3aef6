import { errorCode } from '../../core/errors.ts'
import { UnusableDatabaseError } from './database-fault.ts'

/** Codes of Node and OpenSSL for a certificate that is not trusted. */
const CERTIFICATE_FAULT = /CERT|UNABLE_TO_VERIFY/

/** Explains why TLS or the log-in was given up on our side of a connection; throws other errors unchanged. */
export function explainRefusal(error: Error): never {
  const code = errorCode(error) ?? ''
  if (error.message === 'The server does not support SSL connections') {
    throw new UnusableDatabaseError(
      'The database does not offer TLS, but sslmode in DATABASE_URL asks for it. Turn TLS on in PostgreSQL, or leave sslmode out.',
    )
  }
  if (CERTIFICATE_FAULT.test(code)) {
    throw new UnusableDatabaseError(
      `The certificate of the database is not accepted: ${error.message}. For an authority of your own, add sslmode=verify-full&sslrootcert=<file> to DATABASE_URL. To encrypt without a check, add sslmode=no-verify.`,
    )
  }
  if (error.message.includes('client password must be a')) {
    throw new UnusableDatabaseError('The database asks for a password, and DATABASE_URL has none.')
  }
  throw error
}

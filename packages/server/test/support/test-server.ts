import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '@galley/contract/identity/plans'
import type { Role } from '@galley/contract/identity/roles'
import { TOKEN_PREFIX_CHARACTERS } from '@galley/contract/limits'
import { buildApp } from '../../src/app.ts'
import { createContext } from '../../src/create-context.ts'
import { MailSender } from '../../src/delivery/mail/mail-sender.ts'
import { composeDigest } from '../../src/delivery/notifications/mails/compose-digest.ts'
import { createDeliveryMetrics } from '../../src/delivery/webhooks/deliveries/delivery-metrics.ts'
import { Dispatcher } from '../../src/delivery/webhooks/deliveries/dispatcher.ts'
import { sessionCookieName } from '../../src/http/api/session-cookie.ts'
import { closeHttp } from '../../src/http/connections/close-http.ts'
import { type Account, insertAccount } from '../../src/identity/accounts/account-store.ts'
import { hashPassword } from '../../src/identity/accounts/passwords.ts'
import { startSession } from '../../src/identity/accounts/sessions/sessions.ts'
import { insertToken } from '../../src/identity/tokens/token-store.ts'
import { type Environment, readSettings } from '../../src/platform/config.ts'
import type { AppContext } from '../../src/platform/context.ts'
import type { Clock } from '../../src/platform/core/clock.ts'
import { hashSecret, newSecret } from '../../src/platform/core/credentials.ts'
import { newId } from '../../src/platform/core/ids.ts'
import { createLogger } from '../../src/platform/core/logger.ts'
import { openDatabase } from '../../src/platform/db/connection/database.ts'
import { SearchIndexer } from '../../src/reading/search/indexing/indexer.ts'
import { rememberMediaAddresses } from '../../src/writing/uploads/image-url.ts'
import { Client } from './client.ts'
import { createTestDatabase, TEST_SECRET_KEY, type TestDatabase } from './test-database.ts'

export interface TestServer {
  readonly url: string
  readonly database: TestDatabase
  readonly context: AppContext
  /** A client without credentials. */
  readonly anyone: Client
  /** A new account, with a session client and a Bearer token client. */
  person(options?: { plan?: Plan; username?: string; role?: Role }): Promise<Person>
  close(): Promise<void>
}

export interface Person {
  readonly account: Account
  readonly password: string
  readonly session: Client
  readonly bearer: Client
  readonly token: string
}

const PASSWORD = 'correct horse battery'
let passwordHash: Promise<string> | undefined

/** A server on its own database (or a given one), with rate limits off unless a test sets them. */
export async function startTestServer(
  options: {
    env?: Environment
    clock?: Clock
    database?: TestDatabase
    dispatcher?: boolean
    /** Indexes changed posts for the search, as a worker does. */
    indexer?: boolean
    /** Sends mails, as a worker does. */
    mailSender?: boolean
    /** Gets the notices of all statements. */
    onNotice?: (notice: { message?: string | undefined }) => void
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'galley-test-'))
  const settings = readSettings({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SECRET_KEY: TEST_SECRET_KEY,
    RATE_LIMIT_REQUESTS: '0',
    RATE_LIMIT_UPLOADS: '0',
    RATE_LIMIT_PINGS: '0',
    RATE_LIMIT_LOGINS: '0',
    RATE_LIMIT_SIGNUPS: '0',
    RATE_LIMIT_DEVICES: '0',
    RATE_LIMIT_SEARCHES: '0',
    RATE_LIMIT_PURCHASES: '0',
    ...options.env,
  })
  const log = await createLogger(settings.logLevel)
  // On a busy machine, statements may take longer than the limits of requests, which are tested with server processes.
  const {
    backgroundDb: db,
    pool,
    close,
  } = openDatabase(
    database.connection,
    {
      poolMax: settings.databasePoolMax,
      prepared: settings.databasePrepared,
      quotas: settings.quotas,
      connectMs: 60_000,
    },
    log,
  )
  const { onNotice } = options
  if (onNotice !== undefined) pool.on('connect', client => void client.on('notice', onNotice))
  await rememberMediaAddresses(db, settings)
  const context = await createContext(settings, log, database.connection, db, options.clock)
  const { bus, outbound } = context
  await bus.start()
  context.views.start()
  const dispatcher = options.dispatcher ? new Dispatcher(context, createDeliveryMetrics(context)) : undefined
  dispatcher?.start()
  const indexer = options.indexer ? new SearchIndexer(context) : undefined
  indexer?.start()
  const mailSender = options.mailSender ? new MailSender(context, composeDigest) : undefined
  mailSender?.start()
  const app = await buildApp(context, { workerRunning: () => undefined, stopping: () => false })
  const url = await app.listen({ host: '127.0.0.1', port: settings.port })

  const server: TestServer = {
    url,
    database,
    context,
    anyone: new Client(url),
    person: async ({ plan = 'premium', role = 'user', username = `u_${randomBytes(6).toString('hex')}` } = {}) => {
      // Hashing a password takes as long as a whole test; sign-up and log-in are tested separately.
      passwordHash ??= hashPassword(PASSWORD)
      const names = { username, email: `${username}@example.com`, display_name: username }
      const account = await insertAccount(db, { id: newId(), ...names, password_hash: await passwordHash, plan, role })
      const { secret } = await startSession(context, account, { formerSecret: undefined, userAgent: undefined })
      const session = new Client(url, { cookie: `${sessionCookieName(settings)}=${secret}` })
      // Its owner would be told of a token that is issued.
      const token = newSecret()
      await insertToken(db, {
        id: newId(),
        user_id: account.id,
        name: 'test',
        token_hash: hashSecret(token),
        token_prefix: token.slice(0, TOKEN_PREFIX_CHARACTERS),
      })
      return { account, password: PASSWORD, session, bearer: new Client(url, { token }), token }
    },
    close: async () => {
      await closeHttp(app, context, { idleMs: 0 })
      await dispatcher?.stop()
      await indexer?.stop()
      await mailSender?.stop()
      await context.views.stop()
      await context.renderer.close()
      await outbound.close()
      await bus.close()
      await close()
      if (options.database === undefined) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return server
}

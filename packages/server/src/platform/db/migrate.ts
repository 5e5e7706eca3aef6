import { runMigrations as runJobMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Logger } from '../core/logger.ts'
import { applyFunctions } from './apply-functions.ts'
import type { Tx } from './connection/database.ts'
import { findDatabaseFault, UnusableDatabaseError } from './connection/database-fault.ts'
import { type Connection, openPool } from './connection/pool.ts'
import { requireSessions } from './connection/require-sessions.ts'
import { migrationLimits } from './connection/statement-limits.ts'
import { StatementPool } from './connection/statement-pool.ts'
import { hasTable } from './has-table.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { posts } from './migrations/0002-posts.ts'
import { webhooks } from './migrations/0003-webhooks.ts'
import { publicReads } from './migrations/0004-public.ts'
import { pages } from './migrations/0005-pages.ts'
import { authorFirst } from './migrations/0006-author-first.ts'
import { leasedQueues } from './migrations/0007-leased-queues.ts'
import { listsOfAnyLength } from './migrations/0008-lists-of-any-length.ts'
import { undelivered } from './migrations/0009-undelivered.ts'
import { freeLengths } from './migrations/0010-free-length.ts'
import { sqlFiles } from './migrations/0011-sql-files.ts'
import { unsharedCounts } from './migrations/0012-unshared-counts.ts'
import { trash } from './migrations/0013-trash.ts'
import { unsharedGroups } from './migrations/0014-unshared-groups.ts'
import { postDigests } from './migrations/0015-post-digests.ts'
import { eventOrderAndSlugs } from './migrations/0016-event-order-and-slugs.ts'
import { tokenScopes } from './migrations/0017-token-scopes.ts'
import { uploads } from './migrations/0018-uploads.ts'
import { fewerIndexes } from './migrations/0019-fewer-indexes.ts'
import { setup } from './migrations/0020-setup.ts'
import { backups } from './migrations/0022-backups.ts'
import { redirects } from './migrations/0023-redirects.ts'
import { accountDeletion } from './migrations/0024-account-deletion.ts'
import { search } from './migrations/0026-search.ts'
import { suggestions } from './migrations/0027-suggestions.ts'
import { series } from './migrations/0029-series.ts'
import { readingLists } from './migrations/0030-reading-lists.ts'
import { storageIdentity } from './migrations/0031-storage-identity.ts'
import { rateLimitWindows } from './migrations/0032-rate-limit-windows.ts'
import { mail } from './migrations/0033-mail.ts'
import { accountRecovery } from './migrations/0034-account-recovery.ts'
import { notifications } from './migrations/0035-notifications.ts'
import { moderation } from './migrations/0036-moderation.ts'
import { passkeys } from './migrations/0037-passkeys.ts'
import { recoveryCodes } from './migrations/0038-recovery-codes.ts'
import { previewLinks } from './migrations/0039-preview-links.ts'
import { postRevisions } from './migrations/0040-post-revisions.ts'
import { assistants } from './migrations/0041-assistants.ts'
import { purchases } from './migrations/0042-purchases.ts'
import { invitations } from './migrations/0043-invitations.ts'
import { eventTraces } from './migrations/0045-event-traces.ts'
import { mailLimits } from './migrations/0046-mail-limits.ts'
import { moreNotifications } from './migrations/0047-more-notifications.ts'
import { notificationMails } from './migrations/0048-notification-mails.ts'
import { sealedRevisions } from './migrations/0050-sealed-revisions.ts'
import { tokensOfPreviewLinks } from './migrations/0051-tokens-of-preview-links.ts'
import { paymentListings } from './migrations/0053-payment-listings.ts'
import { backgroundJobs } from './migrations/0055-background-jobs.ts'
import { mailStart } from './migrations/0056-mail-start.ts'
import { searchWithoutTexts } from './migrations/0057-search-without-texts.ts'
import { commentsOfPost } from './migrations/0058-comments-of-post.ts'
import { unmatchedPayments } from './migrations/0059-unmatched-payments.ts'
import { setupAndDeletions } from './migrations/0060-setup-and-deletions.ts'
import { exceededLimits } from './migrations/0061-exceeded-limits.ts'
import { storageUse } from './migrations/0062-storage-use.ts'
import { refundsOfAuthor } from './migrations/0063-refunds-of-author.ts'
import type { Tables } from './schema.ts'
import { retryTransaction } from './transact.ts'

/** In order of execution. A released name never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts': { up: accounts },
  '0002-posts': { up: posts },
  '0003-webhooks': { up: webhooks },
  '0004-public': { up: publicReads },
  '0005-pages': { up: pages },
  '0006-author-first': { up: authorFirst },
  '0007-leased-queues': { up: leasedQueues },
  '0008-lists-of-any-length': { up: listsOfAnyLength },
  '0009-undelivered': { up: undelivered },
  '0010-free-length': { up: freeLengths },
  '0011-sql-files': { up: sqlFiles },
  '0012-unshared-counts': { up: unsharedCounts },
  '0013-trash': { up: trash },
  '0014-unshared-groups': { up: unsharedGroups },
  '0015-post-digests': { up: postDigests },
  '0016-event-order-and-slugs': { up: eventOrderAndSlugs },
  '0017-token-scopes': { up: tokenScopes },
  '0018-uploads': { up: uploads },
  '0019-fewer-indexes': { up: fewerIndexes },
  '0020-setup': { up: setup },
  '0022-backups': { up: backups },
  '0023-redirects': { up: redirects },
  '0024-account-deletion': { up: accountDeletion },
  '0026-search': { up: search },
  '0027-suggestions': { up: suggestions },
  '0029-series': { up: series },
  '0030-reading-lists': { up: readingLists },
  '0031-storage-identity': { up: storageIdentity },
  '0032-rate-limit-windows': { up: rateLimitWindows },
  '0033-mail': { up: mail },
  '0034-account-recovery': { up: accountRecovery },
  '0035-notifications': { up: notifications },
  '0036-moderation': { up: moderation },
  '0037-passkeys': { up: passkeys },
  '0038-recovery-codes': { up: recoveryCodes },
  '0039-preview-links': { up: previewLinks },
  '0040-post-revisions': { up: postRevisions },
  '0041-assistants': { up: assistants },
  '0042-purchases': { up: purchases },
  '0043-invitations': { up: invitations },
  '0045-event-traces': { up: eventTraces },
  '0046-mail-limits': { up: mailLimits },
  '0047-more-notifications': { up: moreNotifications },
  '0048-notification-mails': { up: notificationMails },
  '0050-sealed-revisions': { up: sealedRevisions },
  '0051-tokens-of-preview-links': { up: tokensOfPreviewLinks },
  '0053-payment-listings': { up: paymentListings },
  '0055-background-jobs': { up: backgroundJobs },
  '0056-mail-start': { up: mailStart },
  '0057-search-without-texts': { up: searchWithoutTexts },
  '0058-comments-of-post': { up: commentsOfPost },
  '0059-unmatched-payments': { up: unmatchedPayments },
  '0060-setup-and-deletions': { up: setupAndDeletions },
  '0061-exceeded-limits': { up: exceededLimits },
  '0062-storage-use': { up: storageUse },
  '0063-refunds-of-author': { up: refundsOfAuthor },
}

/** An advisory lock of a session: held while tables are created or changed. */
export const MIGRATION_LOCK = 4_713_001

/** The database was migrated by a later release; old code could damage data that it does not know. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError'
}

/**
 * Migrates the database to this code. Any number of processes may call it at once: each migration runs exactly once.
 */
export async function migrate(connection: Connection, log: Logger): Promise<string[]> {
  // Uses its own connections: the lock belongs to one session, and the limits of requests do not apply.
  const pool = openPool(connection, { max: 2, application_name: 'galley migrate' }, log)
  const dialect = new PostgresDialect({ pool: new StatementPool(pool, migrationLimits(connection)) })
  try {
    if (connection.connectionString !== undefined) await requireSessions(pool)
    return await new Kysely<Tables>({ dialect }).connection().execute(async db => {
      await lockForMigrations(db, log)
      try {
        await refuseNewerDatabase(db)
        await refuseFaultyDatabase(db, (await pendingMigrations(db)).length > 0)
        const applied = await retryTransaction(() => db.transaction().execute(migrateInOneStep))
        await runJobMigrations({ pgPool: pool })
        return applied
      } finally {
        await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(db)
      }
    })
  } finally {
    await pool.end()
  }
}

async function lockForMigrations(db: Kysely<Tables>, log: Logger): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`.execute(db)
  if (rows[0]?.locked) return
  log.info('another process migrates the database or restores a backup; waiting until it has ended')
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(db)
}

/** Creates the schema of the worker only, before a backup is restored. */
export async function migrateJobs(connection: Connection, log: Logger): Promise<void> {
  const pool = openPool(connection, { max: 2, application_name: 'galley migrate' }, log)
  try {
    await refuseFaultyDatabase(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), false)
    await runJobMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/**
 * Tables and functions change together, so that no write of another node meets functions that do not match the tables.
 */
export async function migrateInOneStep(trx: Tx): Promise<string[]> {
  const applied = await runMigrations(trx, Object.keys(MIGRATIONS))
  await applyFunctions(trx)
  return applied
}

/**
 * Creates the tables as they were after these migrations, without functions and triggers, so that stored rows can be
 * loaded. `migrate` does the rest.
 */
export async function createTablesOf(trx: Tx, names: readonly string[]): Promise<void> {
  await runMigrations(trx, names)
}

/** The migrations of this list that this release does not have. */
export const unknownOf = (names: readonly string[]): string[] => names.filter(name => !(name in MIGRATIONS))

async function runMigrations(trx: Tx, names: readonly string[]): Promise<string[]> {
  let failure: unknown
  const wanted = Object.entries(MIGRATIONS).filter(([name]) => names.includes(name))
  const getMigrations = async () =>
    Object.fromEntries(
      wanted.map(([name, { up }]) => [
        name,
        {
          up: async (db: Kysely<unknown>) => {
            try {
              await up(db)
            } catch (error) {
              failure = error
              throw error
            }
          },
        },
      ]),
    )
  // Branches are merged in another order than their migrations are numbered.
  const migrator = new Migrator({ db: trx, provider: { getMigrations }, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  // After a failure, Kysely cannot release its lock in the aborted transaction, and reports only that.
  if (error !== undefined) throw failure ?? error
  return results.map(result => result.migrationName)
}

/** The migrations that this code has and the database lacks. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db))
  return Object.keys(MIGRATIONS).filter(name => !applied.has(name))
}

/** The migrations that the database has and this code lacks. */
export async function unknownMigrations(db: Kysely<Tables>): Promise<string[]> {
  return unknownOf(await appliedMigrations(db))
}

async function refuseNewerDatabase(db: Kysely<Tables>): Promise<void> {
  const unknown = await unknownMigrations(db)
  if (unknown.length === 0) return
  throw new DatabaseTooNewError(
    `The database is newer than this release of Galley: it has the migrations ${unknown.join(', ')}, which this code does not know. ` +
      'Start the release that wrote them, or a later one.',
  )
}

/** A user who may not create anything is no fault if there is nothing to create. */
async function refuseFaultyDatabase(db: Kysely<Tables>, isPending: boolean): Promise<void> {
  const fault = await findDatabaseFault(db)
  if (fault === undefined || !(isPending || fault.isUnsupported)) return
  throw new UnusableDatabaseError(`The database of DATABASE_URL cannot be used. ${fault.message} ${fault.fix}`)
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(row => row.name)
}

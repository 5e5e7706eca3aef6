import { setTimeout as pause } from 'node:timers/promises'
import { forgetRecipient } from '../../../delivery/mail/mail-store.ts'
import type { AppContext } from '../../../platform/context.ts'
import { newId } from '../../../platform/core/ids.ts'
import { isBackupRunning } from '../../../platform/db/backup-lock.ts'
import { transact } from '../../../platform/db/transact.ts'
import { forgetFailuresOf } from '../sessions/login-failures.ts'
import { recountComments, subjectsOfAccount } from '../suspend-account.ts'
import {
  anonymiseComments,
  deleteAccountRow,
  deleteSomePosts,
  deleteWebhooks,
  endTimeToComeBack,
  findPurgeable,
  lockForPurge,
  markUploadsDeleted,
  removeFollows,
  removeReactions,
} from './purge-store.ts'

const POSTS_AT_ONCE = 100
const FILES_AT_ONCE = 200
const ACCOUNTS_AT_ONCE = 20
const BACKUP_POLL_MS = 500

/** Purges the accounts whose time is over. One that fails does not stop the others, and is tried again at the next run. */
export async function purgeAccounts(context: AppContext): Promise<number> {
  let purged = 0
  // A backup may still have to read their images.
  if (await isBackupRunning(context.db)) return purged
  for (const id of await findPurgeable(context.db, ACCOUNTS_AT_ONCE)) {
    try {
      await purgeAccount(context, id)
      purged++
    } catch (error) {
      context.log.error({ err: error }, 'an account could not be purged')
    }
  }
  return purged
}

/**
 * Deletes everything about an account. It can be interrupted at any point and repeated: the account's row is deleted last.
 * Comments elsewhere stay in their places without text and author.
 */
export async function purgeAccount(context: AppContext, userId: string): Promise<void> {
  await transact(context, async trx => {
    await lockForPurge(trx, userId)
    await endTimeToComeBack(trx, userId)
  })
  for (;;) {
    const deleted = await transact(context, async trx => {
      await lockForPurge(trx, userId)
      return (await deleteSomePosts(trx, userId, POSTS_AT_ONCE)).length
    })
    if (deleted < POSTS_AT_ONCE) break
  }
  await transact(context, async trx => {
    await lockForPurge(trx, userId)
    await deleteWebhooks(trx, userId)
    await markUploadsDeleted(trx, userId)
  })
  await deleteFiles(context, userId)
  await transact(context, async (trx, notify) => {
    await lockForPurge(trx, userId)
    await removeReactions(trx, userId)
    const followed = await removeFollows(trx, userId)
    const commented = await anonymiseComments(trx, userId, newId())
    const deleted = await deleteAccountRow(trx, userId)
    await forgetRecipient(trx, deleted.email)
    await forgetFailuresOf(trx, deleted)
    await recountComments(trx, commented)
    notify({ about: 'account', userId })
    // Its posts have been hidden since the request to delete it. The counts of its reactions are compared, as any.
    const subjects = await subjectsOfAccount(trx, userId, commented, followed)
    notify({ about: 'public', subjects }, { hides: true })
  })
  // Files whose upload had started before the account was hidden.
  await deleteFiles(context, userId)
}

/**
 * The images of an account and their smaller copies. A backup may have to read them if it began before they were marked
 * as deleted; one that begins later does not.
 */
async function deleteFiles({ storage, db, shutdown, log }: AppContext, userId: string): Promise<void> {
  for (let waits = 0; await isBackupRunning(db); waits++) {
    if (waits === 0) log.info('the images of a deleted account are deleted when the running backup has ended')
    await pause(BACKUP_POLL_MS, undefined, { signal: shutdown.signal })
  }
  for (const prefix of [`posts/${userId}/`, `variants/${userId}/`]) {
    let last: string | undefined = ''
    while (last !== undefined) {
      const keys: string[] = await storage.list(prefix, last, FILES_AT_ONCE)
      for (const key of keys) await storage.delete(key)
      last = keys.at(-1)
    }
  }
}

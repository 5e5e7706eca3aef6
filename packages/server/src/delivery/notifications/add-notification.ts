import type { NotificationKind } from '@galley/contract/delivery/notifications'
import type { Insertable } from 'kysely'
import { newId } from '../../platform/core/ids.ts'
import type { Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

type NewNotification = Omit<Insertable<Tables['notifications']>, 'id' | 'kind' | 'created_at'> & {
  readonly kind: NotificationKind
}

/**
 * Adds a notification in the transaction of its cause. Kinds that the user does not want are added too and not shown, so that
 * they appear when the user changes their mind.
 */
export async function addNotification(trx: Tx, notification: NewNotification): Promise<void> {
  // Nobody is told what they did themselves.
  if (notification.actor_id === notification.user_id) return
  await trx
    .insertInto('notifications')
    .values({ id: newId(), ...notification })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

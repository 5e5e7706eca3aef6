import {
  MAILED_BY_DEFAULT,
  OPTIONAL_NOTIFICATION_KINDS,
  type OptionalNotificationKind,
} from '@galley/contract/delivery/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/connection/database.ts'

export async function readMailSettings(db: Db, userId: string): Promise<Record<OptionalNotificationKind, boolean>> {
  const rows = await db.selectFrom('mail_settings').select(['kind', 'wanted']).where('user_id', '=', userId).execute()
  return { ...MAILED_BY_DEFAULT, ...Object.fromEntries(rows.map(({ kind, wanted }) => [kind, wanted])) }
}

/** Choosing again what is chosen already changes nothing. An account that does not exist has no settings. */
export async function setMailWanted(
  db: Db,
  userId: string,
  kinds: readonly OptionalNotificationKind[],
  wanted: boolean,
): Promise<void> {
  await sql`
    insert into mail_settings as s (user_id, kind, wanted)
    select id, kind, ${wanted} from users, unnest(${kinds}::text[]) kind where id = ${userId}
    on conflict (user_id, kind) do update set wanted = excluded.wanted, changed_at = now()
      where s.wanted <> excluded.wanted`.execute(db)
}

const DEFAULT_KINDS = OPTIONAL_NOTIFICATION_KINDS.filter(kind => MAILED_BY_DEFAULT[kind])

/** Whether a user wants mails about something of a kind that happened at a time: not what came before they asked for it. */
export const isMailWanted = (userId: RawBuilder<unknown>, kind: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
  coalesce(
    (select s.wanted and s.changed_at <= ${at} from mail_settings s where s.user_id = ${userId} and s.kind = ${kind}),
    ${kind} = any(${DEFAULT_KINDS}::text[]))`

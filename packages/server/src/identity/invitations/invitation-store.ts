import type { Invitation } from '@galley/contract/schemas/identity/invitations'
import { sql } from 'kysely'
import { hashSecret } from '../../platform/core/credentials.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'

interface InvitationRow {
  readonly id: string
  readonly note: string | null
  readonly max_uses: number
  readonly uses: number
  readonly used_by: string[]
  readonly created_by: string | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly revoked_at: Date | null
}

export async function insertInvitation(
  trx: Tx,
  { token, ...rest }: Pick<InvitationRow, 'id' | 'note' | 'max_uses' | 'created_by' | 'expires_at'> & { token: string },
): Promise<void> {
  await trx
    .insertInto('invitations')
    .values({ ...rest, token_hash: hashSecret(token) })
    .execute()
}

/** Returns whether there is one, and whether it was not revoked before. */
export async function markRevoked(trx: Tx, id: string): Promise<'revoked' | 'unchanged' | 'unknown'> {
  const found = await trx
    .selectFrom('invitations')
    .select('revoked_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) return 'unknown'
  if (found.revoked_at !== null) return 'unchanged'
  await trx.updateTable('invitations').set({ revoked_at: sql<Date>`now()` }).where('id', '=', id).execute()
  return 'revoked'
}

const ROWS = sql`
  select i.id, i.note, i.max_uses, i.uses, u.username as created_by, i.created_at, i.expires_at, i.revoked_at,
    array(
      select n.username from audit_log a join users n on n.id = a.actor_id
      where a.target_id = i.id and a.action = 'invitation.use' order by a.created_at, a.id
    ) as used_by
  from invitations i left join users u on u.id = i.created_by`

export async function listInvitations(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ invitations: Invitation[]; total: number }> {
  const { rows } = await sql<InvitationRow>`
    ${ROWS} order by i.created_at desc, i.id desc limit ${limit} offset ${offset}`.execute(db)
  const { total } = await db
    .selectFrom('invitations')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { invitations: rows.map(invitationView), total }
}

export async function readInvitation(db: Db, id: string): Promise<Invitation> {
  const { rows } = await sql<InvitationRow>`${ROWS} where i.id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new Error('the invitation does not exist any more')
  return invitationView(rows[0])
}

const invitationView = ({ created_at, expires_at, revoked_at, ...rest }: InvitationRow): Invitation => ({
  ...rest,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
})

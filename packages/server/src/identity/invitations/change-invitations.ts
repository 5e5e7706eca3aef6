import { INVITATION_DAYS_DEFAULT } from '@galley/contract/limits'
import type { CreatedInvitation, CreateInvitation } from '@galley/contract/schemas/identity/invitations'
import type { AppContext } from '../../platform/context.ts'
import { newSecret } from '../../platform/core/credentials.ts'
import { type FieldIssue, notFound, rejectIssues } from '../../platform/core/errors.ts'
import { isUuid, newId } from '../../platform/core/ids.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Actor } from '../audit/record-action.ts'
import { recordAction } from '../audit/record-action.ts'
import { insertInvitation, markRevoked, readInvitation } from './invitation-store.ts'

const DAY_MS = 24 * 3_600_000
const TOKEN_CHARACTERS = 32

/** The link is in the response and nowhere else. */
export async function createInvitation(
  context: AppContext,
  actor: Actor,
  input: CreateInvitation,
): Promise<CreatedInvitation> {
  rejectIssues(expiryIssues(context, input))
  const { clock, settings } = context
  const id = newId()
  const token = newSecret(TOKEN_CHARACTERS)
  await transact(context, async trx => {
    await insertInvitation(trx, {
      id,
      token,
      note: input.note ?? null,
      max_uses: input.max_uses ?? 1,
      created_by: actor.userId,
      expires_at: new Date(input.expires_at ?? clock.now().getTime() + INVITATION_DAYS_DEFAULT * DAY_MS),
    })
    await recordAction(trx, actor, 'invitation.create', id, null)
  })
  const url = `${settings.publicUrl.origin}/signup?invitation=${token}`
  return { ...(await readInvitation(context.db, id)), url }
}

export async function revokeInvitation(context: AppContext, actor: Actor, id: string): Promise<void> {
  await transact(context, async trx => {
    const result = isUuid(id) ? await markRevoked(trx, id) : 'unknown'
    if (result === 'unknown') throw notFound('Invitation')
    if (result === 'revoked') await recordAction(trx, actor, 'invitation.revoke', id, null)
  })
}

export function expiryIssues({ clock }: AppContext, { expires_at }: Partial<CreateInvitation>): FieldIssue[] {
  if (expires_at === undefined || new Date(expires_at) > clock.now()) return []
  return [{ field: 'expires_at', code: 'MUST_BE_FUTURE', message: 'Must be in the future.' }]
}

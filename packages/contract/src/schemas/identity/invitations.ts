import { type Static, Type } from 'typebox'
import { SIGNUPS } from '../../values/identity/sign-ups.ts'
import { INVITATION_MAX_USES, INVITATION_NOTE_MAX_CHARACTERS } from '../../values/limits.ts'
import { Count, closed, nullable, oneOf, page, Timestamp, Uuid } from '../schema.ts'

const fields = {
  id: Uuid,
  note: nullable(Type.String(), { description: 'For the admins, such as for whom it is.' }),
  max_uses: Count,
  used_by: Type.Array(Type.String(), { description: 'The usernames of the accounts that were created with it.' }),
  uses: Type.Integer({ minimum: 0, description: 'Also counts accounts that were deleted since.' }),
  created_by: nullable(Type.String(), { description: 'The username of the admin; null for the command line.' }),
  created_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: nullable(Timestamp),
}

/** A link with which an account can be created. */
export const Invitation = Type.Object(fields, { title: 'Invitation' })
export type Invitation = Static<typeof Invitation>

export const CreatedInvitation = Type.Object(
  { ...fields, url: Type.String({ description: 'The link. Only in this response.' }) },
  { title: 'CreatedInvitation' },
)
export type CreatedInvitation = Static<typeof CreatedInvitation>

export const InvitationList = Type.Object(
  {
    invitations: Type.Array(Invitation),
    total: Count,
    signups: oneOf(SIGNUPS, { description: 'Invitations are needed with `invite` only.' }),
  },
  { title: 'InvitationList' },
)
export type InvitationList = Static<typeof InvitationList>

export const ListInvitationsQuery = Type.Object({ ...page })
export type ListInvitationsQuery = Static<typeof ListInvitationsQuery>

export const CreateInvitation = closed('CreateInvitation', {
  max_uses: Type.Optional(
    Type.Integer({ minimum: 1, maximum: INVITATION_MAX_USES, description: 'How many accounts; 1 if it is missing.' }),
  ),
  expires_at: Type.Optional(Type.String({ ...Timestamp, description: 'In the future; in 7 days if it is missing.' })),
  note: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: INVITATION_NOTE_MAX_CHARACTERS }))),
})
export type CreateInvitation = Static<typeof CreateInvitation>

export const CheckInvitation = closed('CheckInvitation', {
  invitation: Type.String({ minLength: 1, maxLength: 100, description: 'Of the link.' }),
})
export type CheckInvitation = Static<typeof CheckInvitation>

import { del, get, post } from '../../endpoint.ts'
import {
  CheckInvitation,
  CreatedInvitation,
  CreateInvitation,
  InvitationList,
  ListInvitationsQuery,
} from '../../schemas/identity/invitations.ts'
import { Done } from '../../schemas/schema.ts'

const admin = { tag: 'Admin', auth: 'session', role: 'admin' } as const

export const invitationEndpoints = {
  listInvitations: get('/api/v1/admin/invitations', 'invitations.list', {
    ...admin,
    summary: 'List invitations',
    description: 'Newest first, also those that are used up, expired or revoked.',
    query: ListInvitationsQuery,
    response: InvitationList,
  }),
  createInvitation: post('/api/v1/admin/invitations', 'invitations.create', {
    ...admin,
    summary: 'Create an invitation',
    description:
      'A link with which accounts can be created on a site with `SIGNUPS=invite`. It is only in this response.',
    body: CreateInvitation,
    example: { body: { max_uses: 5, note: 'Writers of the spring issue' } },
    status: 201,
    response: CreatedInvitation,
  }),
  revokeInvitation: del('/api/v1/admin/invitations/:id', 'invitations.revoke', {
    ...admin,
    summary: 'Revoke an invitation',
    description: 'No further account can be created with it. Repeating it changes nothing.',
    response: Done,
  }),
  checkInvitation: post('/api/v1/invitations/check', 'invitations.check', {
    summary: 'Check an invitation',
    description: '403 if no account can be created with it.',
    tag: 'Account',
    auth: 'none',
    body: CheckInvitation,
    example: { body: { invitation: 'nRk2Zq0J8v3sYw6bTx1fLd5hGm9cPa4e' } },
    errors: ['FORBIDDEN'],
    response: Done,
  }),
} as const

import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, QueryOf } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type {
  CheckInvitation,
  CreatedInvitation,
  CreateInvitation,
  Done,
  InvitationList,
  ListInvitationsQuery,
} from '../../generated/models.ts'

/** Links with which accounts are created on a site with SIGNUPS=invite. All but `check` need an admin. */
export interface InvitationMethods {
  list(query?: QueryOf<ListInvitationsQuery>, options?: CallOptions): ApiPromise<InvitationList>
  /** The link is only in this response. */
  create(body?: CreateInvitation, options?: CallOptions): ApiPromise<CreatedInvitation>
  revoke(id: string, options?: CallOptions): ApiPromise<Done>
  /** Rejects with 403 if no account can be created with it. */
  check(body: CheckInvitation, options?: CallOptions): ApiPromise<Done>
}

export const invitationMethods = ({ call }: Caller): InvitationMethods => ({
  list: (query = {}, options) => call('listInvitations', { query }, options),
  create: (body = {}, options) => call('createInvitation', { body }, options),
  revoke: (id, options) => call('revokeInvitation', { params: { id } }, options),
  check: (body, options) => call('checkInvitation', { body }, options),
})

import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, QueryOf } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type { ApproveOAuth, OAuthCode, OAuthRequest, OAuthRequestQuery } from '../../generated/models.ts'

/** What the page of consent needs. Session only. */
export interface OAuthMethods {
  /** What a program asks for. */
  read(query: QueryOf<OAuthRequestQuery>, options?: CallOptions): ApiPromise<OAuthRequest>
  approve(body: ApproveOAuth, options?: CallOptions): ApiPromise<OAuthCode>
}

export const oauthMethods = ({ call }: Caller): OAuthMethods => ({
  read: (query, options) => call('readOAuthRequest', { query }, options),
  approve: (body, options) => call('approveOAuth', { body }, options),
})

import { type Caller, createCaller } from './calls/caller.ts'
import type { ClientOptions } from './client-options.ts'
import {
  type MeMethods,
  meMethods,
  type SalonMethods,
  type SessionMethods,
  type SessionsMethods,
  salonMethods,
  sessionMethods,
  sessionsMethods,
  type TokenMethods,
  tokenMethods,
} from './methods/accounts/account.ts'
import { type AgentCallMethods, agentCallMethods } from './methods/accounts/agent-calls.ts'
import { type DeviceMethods, deviceMethods } from './methods/accounts/devices.ts'
import { type InvitationMethods, invitationMethods } from './methods/accounts/invitations.ts'
import { type OAuthMethods, oauthMethods } from './methods/accounts/oauth.ts'
import { type PasskeyMethods, passkeyMethods } from './methods/accounts/passkeys.ts'
import { type AdminMethods, adminMethods } from './methods/admin.ts'
import { type EventMethods, eventMethods } from './methods/events.ts'
import { type PostMethods, postMethods } from './methods/posts/posts.ts'
import { type RedirectMethods, redirectMethods } from './methods/posts/redirects.ts'
import { type RevisionMethods, revisionMethods } from './methods/posts/revisions.ts'
import { type SeriesMethods, seriesMethods } from './methods/posts/series.ts'
import { type TrashMethods, trashMethods } from './methods/posts/trash.ts'
import {
  type PreviewMethods,
  previewMethods,
  type StatisticsMethods,
  statisticsMethods,
  type UploadMethods,
  uploadMethods,
} from './methods/posts/writing.ts'
import { type PublicMethods, publicMethods } from './methods/public.ts'
import { type PurchaseMethods, purchaseMethods, type SalesMethods, salesMethods } from './methods/purchases.ts'
import { type ReaderMethods, readerMethods } from './methods/reader.ts'
import { type WebhookMethods, webhookMethods } from './methods/webhooks.ts'

// The exports of the package.
export { ApiError, type ApiErrorCode, type FieldError } from './api-error.ts'
export type { ApiPromise, ResponseInfo, WithResponse } from './api-promise.ts'
export type * from './call-options.ts'
export type { Versioned } from './calls/caller.ts'
export type { StreamOptions } from './calls/stream-events.ts'
export type { ClientOptions, Fetch } from './client-options.ts'
export type { Clock } from './clock.ts'
export { ConnectionError } from './connection-error.ts'
export type * from './generated/models.ts'
export type { Attempt, OnRequest, OnResponse, RequestEvent, ResponseEvent } from './hooks.ts'
export type { StreamedEvent } from './methods/events.ts'
export type { DeleteOptions, ImportOptions } from './methods/posts/posts.ts'
export type { Pages } from './pages.ts'

/** The API, one method for each operation. */
export interface Client {
  readonly posts: PostMethods
  readonly revisions: RevisionMethods
  readonly trash: TrashMethods
  readonly series: SeriesMethods
  readonly redirects: RedirectMethods
  readonly uploads: UploadMethods
  readonly preview: PreviewMethods
  readonly statistics: StatisticsMethods
  readonly webhooks: WebhookMethods
  readonly events: EventMethods
  readonly me: MeMethods
  readonly session: SessionMethods
  readonly sessions: SessionsMethods
  readonly passkeys: PasskeyMethods
  readonly invitations: InvitationMethods
  readonly tokens: TokenMethods
  readonly devices: DeviceMethods
  readonly oauth: OAuthMethods
  readonly agentCalls: AgentCallMethods
  readonly salons: SalonMethods
  readonly public: PublicMethods
  readonly reader: ReaderMethods
  readonly admin: AdminMethods
  readonly purchases: PurchaseMethods
  readonly sales: SalesMethods
}

export function createClient(options: ClientOptions): Client {
  rejectCredentials(options.baseUrl)
  const caller = createCaller(options)
  return { ...methodsOf(caller), events: eventMethods(caller, options) }
}

/** The methods over another way of calling operations than HTTP. Events cannot be streamed there. */
export function methodsOf(caller: Caller): Client {
  return {
    posts: postMethods(caller),
    revisions: revisionMethods(caller),
    trash: trashMethods(caller),
    series: seriesMethods(caller),
    redirects: redirectMethods(caller),
    uploads: uploadMethods(caller),
    preview: previewMethods(caller),
    statistics: statisticsMethods(caller),
    webhooks: webhookMethods(caller),
    events: eventMethods(caller),
    me: meMethods(caller),
    session: sessionMethods(caller),
    sessions: sessionsMethods(caller),
    passkeys: passkeyMethods(caller),
    invitations: invitationMethods(caller),
    tokens: tokenMethods(caller),
    devices: deviceMethods(caller),
    oauth: oauthMethods(caller),
    agentCalls: agentCallMethods(caller),
    salons: salonMethods(caller),
    public: publicMethods(caller),
    reader: readerMethods(caller),
    admin: adminMethods(caller),
    purchases: purchaseMethods(caller),
    sales: salesMethods(caller),
  }
}

/** An address with a password would show it in errors and logs, and `fetch` rejects it. */
function rejectCredentials(baseUrl: string): void {
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(baseUrl)) throw new TypeError('baseUrl must not contain a user name or password')
}

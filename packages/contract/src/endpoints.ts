import { eventEndpoints } from './endpoints/delivery/events.ts'
import { notificationEndpoints } from './endpoints/delivery/notifications.ts'
import { webhookEndpoints } from './endpoints/delivery/webhooks.ts'
import { accountEndpoints } from './endpoints/identity/account.ts'
import { agentCallEndpoints } from './endpoints/identity/agent-calls.ts'
import { deviceEndpoints } from './endpoints/identity/devices.ts'
import { invitationEndpoints } from './endpoints/identity/invitations.ts'
import { oauthEndpoints } from './endpoints/identity/oauth.ts'
import { passkeyEndpoints } from './endpoints/identity/passkeys.ts'
import { securityEndpoints } from './endpoints/identity/security.ts'
import { tokenEndpoints } from './endpoints/identity/tokens.ts'
import { adminEndpoints } from './endpoints/moderation.ts'
import { publicEndpoints } from './endpoints/reading/public.ts'
import { readerEndpoints } from './endpoints/reading/reader.ts'
import { searchEndpoints } from './endpoints/reading/search.ts'
import { purchaseEndpoints } from './endpoints/selling/purchases.ts'
import { salesEndpoints } from './endpoints/selling/sales.ts'
import { importEndpoints } from './endpoints/writing/import.ts'
import { postEndpoints } from './endpoints/writing/posts.ts'
import { previewEndpoints } from './endpoints/writing/previews.ts'
import { redirectEndpoints } from './endpoints/writing/redirects.ts'
import { revisionEndpoints } from './endpoints/writing/revisions.ts'
import { seriesEndpoints } from './endpoints/writing/series.ts'
import { uploadEndpoints } from './endpoints/writing/uploads.ts'
import { writingEndpoints } from './endpoints/writing/writing.ts'

/** All operations of the API. */
export const endpoints = {
  ...accountEndpoints,
  ...securityEndpoints,
  ...passkeyEndpoints,
  ...invitationEndpoints,
  ...uploadEndpoints,
  ...postEndpoints,
  ...seriesEndpoints,
  ...importEndpoints,
  ...redirectEndpoints,
  ...writingEndpoints,
  ...previewEndpoints,
  ...revisionEndpoints,
  ...salesEndpoints,
  ...tokenEndpoints,
  ...deviceEndpoints,
  ...oauthEndpoints,
  ...agentCallEndpoints,
  ...webhookEndpoints,
  ...eventEndpoints,
  ...publicEndpoints,
  ...searchEndpoints,
  ...readerEndpoints,
  ...notificationEndpoints,
  ...adminEndpoints,
  ...purchaseEndpoints,
} as const

export type EndpointName = keyof typeof endpoints

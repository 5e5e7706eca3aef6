import { accountEndpoints } from './endpoints/account.ts'
import { adminEndpoints } from './endpoints/admin.ts'
import { agentCallEndpoints } from './endpoints/agent-calls.ts'
import { deviceEndpoints } from './endpoints/devices.ts'
import { eventEndpoints } from './endpoints/events.ts'
import { importEndpoints } from './endpoints/import.ts'
import { invitationEndpoints } from './endpoints/invitations.ts'
import { notificationEndpoints } from './endpoints/notifications.ts'
import { oauthEndpoints } from './endpoints/oauth.ts'
import { passkeyEndpoints } from './endpoints/passkeys.ts'
import { postEndpoints } from './endpoints/posts.ts'
import { previewEndpoints } from './endpoints/previews.ts'
import { publicEndpoints } from './endpoints/public.ts'
import { purchaseEndpoints } from './endpoints/purchases.ts'
import { readerEndpoints } from './endpoints/reader.ts'
import { redirectEndpoints } from './endpoints/redirects.ts'
import { revisionEndpoints } from './endpoints/revisions.ts'
import { salesEndpoints } from './endpoints/sales.ts'
import { searchEndpoints } from './endpoints/search.ts'
import { securityEndpoints } from './endpoints/security.ts'
import { seriesEndpoints } from './endpoints/series.ts'
import { tokenEndpoints } from './endpoints/tokens.ts'
import { uploadEndpoints } from './endpoints/uploads.ts'
import { webhookEndpoints } from './endpoints/webhooks.ts'
import { writingEndpoints } from './endpoints/writing.ts'

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

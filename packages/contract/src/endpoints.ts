import { accountEndpoints } from './endpoints/accounts/account.ts'
import { agentCallEndpoints } from './endpoints/accounts/agent-calls.ts'
import { deviceEndpoints } from './endpoints/accounts/devices.ts'
import { invitationEndpoints } from './endpoints/accounts/invitations.ts'
import { oauthEndpoints } from './endpoints/accounts/oauth.ts'
import { passkeyEndpoints } from './endpoints/accounts/passkeys.ts'
import { securityEndpoints } from './endpoints/accounts/security.ts'
import { tokenEndpoints } from './endpoints/accounts/tokens.ts'
import { adminEndpoints } from './endpoints/admin.ts'
import { eventEndpoints } from './endpoints/events.ts'
import { importEndpoints } from './endpoints/posts/import.ts'
import { postEndpoints } from './endpoints/posts/posts.ts'
import { previewEndpoints } from './endpoints/posts/previews.ts'
import { redirectEndpoints } from './endpoints/posts/redirects.ts'
import { revisionEndpoints } from './endpoints/posts/revisions.ts'
import { seriesEndpoints } from './endpoints/posts/series.ts'
import { uploadEndpoints } from './endpoints/posts/uploads.ts'
import { writingEndpoints } from './endpoints/posts/writing.ts'
import { purchaseEndpoints } from './endpoints/purchases.ts'
import { notificationEndpoints } from './endpoints/reading/notifications.ts'
import { publicEndpoints } from './endpoints/reading/public.ts'
import { readerEndpoints } from './endpoints/reading/reader.ts'
import { searchEndpoints } from './endpoints/reading/search.ts'
import { salesEndpoints } from './endpoints/sales.ts'
import { webhookEndpoints } from './endpoints/webhooks.ts'

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

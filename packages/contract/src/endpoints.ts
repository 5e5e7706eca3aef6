import { notificationEndpoints } from './endpoints/delivery/notifications.ts'
import { webhookEndpoints } from './endpoints/delivery/webhooks.ts'
import { accountEndpoints } from './endpoints/identity/account.ts'
import { invitationEndpoints } from './endpoints/identity/invitations.ts'
import { passkeyEndpoints } from './endpoints/identity/passkeys.ts'
import { securityEndpoints } from './endpoints/identity/security.ts'
import { tokenEndpoints } from './endpoints/identity/tokens.ts'
import { adminEndpoints } from './endpoints/moderation.ts'
import { publicEndpoints } from './endpoints/reading/public.ts'
import { readerEndpoints } from './endpoints/reading/reader.ts'
import { purchaseEndpoints, salesEndpoints } from './endpoints/selling.ts'
import { importEndpoints } from './endpoints/writing/import.ts'
import { postEndpoints } from './endpoints/writing/posts.ts'
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
  ...writingEndpoints,
  ...revisionEndpoints,
  ...salesEndpoints,
  ...tokenEndpoints,
  ...webhookEndpoints,
  ...publicEndpoints,
  ...readerEndpoints,
  ...notificationEndpoints,
  ...adminEndpoints,
  ...purchaseEndpoints,
} as const

export type EndpointName = keyof typeof endpoints

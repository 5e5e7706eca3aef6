import { eventRoutes } from '../../delivery/events/event-routes.ts'
import { notificationRoutes } from '../../delivery/notifications/notification-routes.ts'
import { webhookRoutes } from '../../delivery/webhooks/webhook-routes.ts'
import { accountRoutes } from '../../identity/accounts/account-routes.ts'
import { recoveryRoutes } from '../../identity/accounts/recovery/recovery-routes.ts'
import { sessionRoutes } from '../../identity/accounts/session-routes.ts'
import { agentCallRoutes } from '../../identity/agent-calls/agent-call-routes.ts'
import { deviceRoutes } from '../../identity/devices/device-routes.ts'
import { invitationRoutes } from '../../identity/invitations/invitation-routes.ts'
import { consentRoutes } from '../../identity/oauth/consent-routes.ts'
import { passkeyRoutes } from '../../identity/passkeys/passkey-routes.ts'
import { tokenRoutes } from '../../identity/tokens/token-routes.ts'
import { exportRoutes } from '../../keeping/exports/export-routes.ts'
import { adminRoutes } from '../../moderation/admin-routes.ts'
import { moderationRoutes } from '../../moderation/moderation-routes.ts'
import type { AppContext } from '../../platform/context.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { readerRoutes } from '../../reading/engagement/reader-routes.ts'
import { statisticsRoutes } from '../../reading/engagement/statistics-routes.ts'
import { publicRoutes } from '../../reading/public/public-routes.ts'
import { publicSeriesRoutes } from '../../reading/public/series-routes.ts'
import { readingRoutes } from '../../reading/reader/reading-routes.ts'
import { searchRoutes } from '../../reading/search/search-routes.ts'
import { purchaseRoutes } from '../../selling/purchase-routes.ts'
import { salesRoutes } from '../../selling/sales/sales-routes.ts'
import { importRoutes } from '../../writing/posts/import/import-routes.ts'
import { postRoutes } from '../../writing/posts/post-routes.ts'
import { revisionRoutes } from '../../writing/posts/revisions/revision-routes.ts'
import { trashRoutes } from '../../writing/posts/trash/trash-routes.ts'
import { previewLinkRoutes } from '../../writing/previews/preview-link-routes.ts'
import { redirectRoutes } from '../../writing/redirects/redirect-routes.ts'
import { salonRoutes } from '../../writing/salons/salon-routes.ts'
import { seriesRoutes } from '../../writing/series/series-routes.ts'
import { uploadRoutes } from '../../writing/uploads/upload-routes.ts'

/** Every endpoint of the contract, by feature. */
export function featureRoutes(
  bind: BindRoute,
  context: AppContext,
  isOwnPath: (path: string) => Promise<boolean>,
): void {
  accountRoutes(bind, context, isOwnPath)
  sessionRoutes(bind, context)
  recoveryRoutes(bind, context)
  passkeyRoutes(bind, context)
  tokenRoutes(bind, context)
  deviceRoutes(bind, context)
  consentRoutes(bind, context)
  agentCallRoutes(bind, context)
  uploadRoutes(bind, context)
  postRoutes(bind, context)
  revisionRoutes(bind, context)
  trashRoutes(bind, context)
  previewLinkRoutes(bind, context)
  importRoutes(bind, context)
  seriesRoutes(bind, context)
  redirectRoutes(bind, context, isOwnPath)
  exportRoutes(bind, context)
  webhookRoutes(bind, context)
  eventRoutes(bind, context)
  publicRoutes(bind, context)
  publicSeriesRoutes(bind, context)
  searchRoutes(bind, context)
  readerRoutes(bind, context)
  readingRoutes(bind, context)
  notificationRoutes(bind, context)
  purchaseRoutes(bind, context)
  salesRoutes(bind, context)
  statisticsRoutes(bind, context)
  salonRoutes(bind, context)
  moderationRoutes(bind, context)
  adminRoutes(bind, context)
  invitationRoutes(bind, context)
}

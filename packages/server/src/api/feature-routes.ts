import { accountRoutes } from '../accounts/account-routes.ts'
import { recoveryRoutes } from '../accounts/recovery/recovery-routes.ts'
import { sessionRoutes } from '../accounts/session-routes.ts'
import { agentCallRoutes } from '../agent-calls/agent-call-routes.ts'
import type { AppContext } from '../context.ts'
import { deviceRoutes } from '../devices/device-routes.ts'
import { readerRoutes } from '../engagement/reader-routes.ts'
import { statisticsRoutes } from '../engagement/statistics-routes.ts'
import { eventRoutes } from '../events/event-routes.ts'
import { exportRoutes } from '../exports/export-routes.ts'
import { invitationRoutes } from '../invitations/invitation-routes.ts'
import { adminRoutes } from '../moderation/admin-routes.ts'
import { moderationRoutes } from '../moderation/moderation-routes.ts'
import { notificationRoutes } from '../notifications/notification-routes.ts'
import { consentRoutes } from '../oauth/consent-routes.ts'
import { passkeyRoutes } from '../passkeys/passkey-routes.ts'
import { purchaseRoutes } from '../payments/purchase-routes.ts'
import { salesRoutes } from '../payments/sales/sales-routes.ts'
import { importRoutes } from '../posts/import/import-routes.ts'
import { postRoutes } from '../posts/post-routes.ts'
import { revisionRoutes } from '../posts/revisions/revision-routes.ts'
import { trashRoutes } from '../posts/trash/trash-routes.ts'
import { previewLinkRoutes } from '../previews/preview-link-routes.ts'
import { publicRoutes } from '../public/public-routes.ts'
import { readingRoutes } from '../reading/reading-routes.ts'
import { redirectRoutes } from '../redirects/redirect-routes.ts'
import { salonRoutes } from '../salons/salon-routes.ts'
import { searchRoutes } from '../search/search-routes.ts'
import { seriesRoutes } from '../series/series-routes.ts'
import { tokenRoutes } from '../tokens/token-routes.ts'
import type { BindRoute } from '../transport/route.ts'
import { uploadRoutes } from '../uploads/upload-routes.ts'
import { webhookRoutes } from '../webhooks/webhook-routes.ts'

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

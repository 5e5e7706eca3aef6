import { pruneMails } from './delivery/mail/mail-store.ts'
import { queueDigests } from './delivery/notifications/mails/queue-digests.ts'
import { pruneNotifications } from './delivery/notifications/notification-store.ts'
import { pruneDeliveries } from './delivery/webhooks/deliveries/delivery-store.ts'
import { purgeAccounts } from './identity/accounts/deletion/purge-account.ts'
import { purgeExpiredLinks } from './identity/accounts/mails/link-store.ts'
import { sendPasswordReset } from './identity/accounts/recovery/reset-password.ts'
import { purgeOldDevices } from './identity/accounts/sessions/devices.ts'
import { purgeFailures } from './identity/accounts/sessions/login-failures.ts'
import { purgeExpiredSessions } from './identity/accounts/sessions/session-store.ts'
import { pruneAgentCalls } from './identity/agent-calls/agent-call-store.ts'
import { purgeExpiredDevices } from './identity/devices/device-store.ts'
import { purgeOAuth } from './identity/oauth/oauth-store.ts'
import { purgeExpiredChallenges } from './identity/passkeys/passkey-store.ts'
import { notifyExpiringTokens } from './identity/tokens/notify-expiring-tokens.ts'
import { ScheduledBackup } from './keeping/backup/schedule/run-scheduled-backup.ts'
import type { AppContext } from './platform/context.ts'
import { purgeIdempotencyKeys } from './platform/db/idempotency.ts'
import { purgeRateLimitWindows } from './platform/db/shared-rate-limits.ts'
import type { TaskHandlers } from './platform/jobs/tasks.ts'
import { forgetFailedPages } from './platform/rendering/stored-article-pages.ts'
import { pruneHours } from './reading/engagement/engagement-store.ts'
import { refreshRankings } from './reading/public/refresh-rankings.ts'
import { indexSearch } from './reading/search/indexing/reindex.ts'
import { reconcilePayments } from './selling/events/reconcile-payments.ts'
import { fillContentDigests } from './writing/posts/content-digests.ts'
import { publishDuePosts, publishIfDue } from './writing/posts/publish-due-posts.ts'
import { purgeExpiredPreviewLinks } from './writing/previews/preview-link-store.ts'
import { collectUploads } from './writing/uploads/collect-uploads.ts'
import { indexUploads } from './writing/uploads/index-uploads.ts'

export function createHandlers(context: AppContext): TaskHandlers {
  const scheduledBackup = new ScheduledBackup(context)
  let isReconciling = false
  return {
    'publish-post': async ({ postId }) => {
      await publishIfDue(context, postId)
    },
    'publish-due-posts': async () => {
      const published = await publishDuePosts(context)
      if (published > 0) context.log.info({ published }, 'published scheduled posts')
    },
    'fill-content-digests': async () => {
      const filled = await fillContentDigests(context.db)
      context.log.info({ filled }, 'computed the digests of posts of an earlier release')
    },
    'purge-expired': async () => {
      const sessions = await purgeExpiredSessions(context.db)
      const keys = await purgeIdempotencyKeys(context.db)
      const devices = await purgeExpiredDevices(context.db)
      await purgeExpiredPreviewLinks(context.db)
      await purgeExpiredLinks(context.db)
      await purgeExpiredChallenges(context.db)
      await purgeFailures(context.db)
      await purgeOldDevices(context.db)
      await purgeOAuth(context.db)
      await pruneAgentCalls(context.db)
      await forgetFailedPages(context.db)
      await purgeRateLimitWindows(context.db)
      if (sessions + keys + devices > 0) {
        context.log.info({ sessions, keys, devices }, 'deleted expired sessions, idempotency keys and device codes')
      }
    },
    'refresh-rankings': () => refreshRankings(context),
    'refresh-trending': () => refreshRankings(context, ['trending']),
    'refresh-weekly': () => refreshRankings(context, ['weekly']),
    'prune-engagement': async () => {
      const pruned = await pruneHours(context.db)
      if (pruned > 0) context.log.info({ pruned }, 'deleted old hourly engagement counts')
    },
    'index-uploads': async () => {
      const recorded = await indexUploads(context)
      if (recorded > 0) context.log.info({ recorded }, 'recorded stored images')
    },
    'index-search': async () => {
      if (await indexSearch(context)) context.log.info('indexed all posts for the search')
    },
    'purge-accounts': async () => {
      const purged = await purgeAccounts(context)
      if (purged > 0) context.log.info({ purged }, 'deleted accounts')
    },
    'collect-uploads': async () => {
      const deleted = await collectUploads(context)
      if (deleted > 0) context.log.info({ deleted }, 'deleted unused images')
    },
    'scheduled-backup': () => scheduledBackup.run(),
    'send-password-reset': ({ email }) => sendPasswordReset(context, email),
    'prune-mails': async () => {
      const pruned = await pruneMails(context.db)
      if (pruned > 0) context.log.info({ pruned }, 'deleted old mails')
      await pruneNotifications(context.db)
    },
    'reconcile-payments': async () => {
      // A provider that responds slowly must not keep several jobs busy: scheduled posts would wait for them.
      if (isReconciling) return
      isReconciling = true
      try {
        const changed = await reconcilePayments(context)
        if (changed > 0) context.log.info({ changed }, 'reconciled purchases')
      } finally {
        isReconciling = false
      }
    },
    'notify-expiring-tokens': async () => {
      const told = await notifyExpiringTokens(context)
      if (told > 0) context.log.info({ told }, 'told the owners of API tokens that expire soon')
    },
    'queue-digests': async () => {
      const queued = await queueDigests(context)
      if (queued > 0) context.log.info({ queued }, 'queued mails about new notifications')
    },
    'prune-deliveries': async () => {
      const pruned = await pruneDeliveries(context.db)
      if (pruned > 0) context.log.info({ pruned }, 'deleted old webhook deliveries')
    },
  }
}

import { purgeAccounts } from './accounts/deletion/purge-account.ts'
import { purgeExpiredLinks } from './accounts/mails/link-store.ts'
import { sendPasswordReset } from './accounts/recovery/reset-password.ts'
import { purgeOldDevices } from './accounts/sessions/devices.ts'
import { purgeFailures } from './accounts/sessions/login-failures.ts'
import { purgeExpiredSessions } from './accounts/sessions/session-store.ts'
import { pruneAgentCalls } from './agent-calls/agent-call-store.ts'
import { ScheduledBackup } from './backup/schedule/run-scheduled-backup.ts'
import type { AppContext } from './context.ts'
import { purgeIdempotencyKeys } from './db/idempotency.ts'
import { purgeRateLimitWindows } from './db/shared-rate-limits.ts'
import { purgeExpiredDevices } from './devices/device-store.ts'
import { pruneHours } from './engagement/engagement-store.ts'
import type { TaskHandlers } from './jobs/tasks.ts'
import { pruneMails } from './mail/mail-store.ts'
import { queueDigests } from './notifications/mails/queue-digests.ts'
import { pruneNotifications } from './notifications/notification-store.ts'
import { purgeOAuth } from './oauth/oauth-store.ts'
import { purgeExpiredChallenges } from './passkeys/passkey-store.ts'
import { reconcilePayments } from './payments/events/reconcile-payments.ts'
import { fillContentDigests } from './posts/content-digests.ts'
import { publishDuePosts, publishIfDue } from './posts/publish-due-posts.ts'
import { purgeExpiredPreviewLinks } from './previews/preview-link-store.ts'
import { refreshRankings } from './public/refresh-rankings.ts'
import { indexSearch } from './search/indexing/reindex.ts'
import { notifyExpiringTokens } from './tokens/notify-expiring-tokens.ts'
import { collectUploads } from './uploads/collect-uploads.ts'
import { indexUploads } from './uploads/index-uploads.ts'
import { pruneDeliveries } from './webhooks/deliveries/delivery-store.ts'

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
      // A provider that answers slowly must not keep several jobs busy: scheduled posts would wait for them.
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

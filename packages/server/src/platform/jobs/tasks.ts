type Nothing = Record<string, never>

/**
 * Every background task and its payload. A released name must stay, because jobs with it may be stored in a database.
 */
export interface TaskPayloads {
  'publish-post': { readonly postId: string }
  'publish-due-posts': Nothing
  /** Added by a migration, once. */
  'fill-content-digests': Nothing
  'purge-expired': Nothing
  'prune-deliveries': Nothing
  'prune-engagement': Nothing
  'refresh-rankings': Nothing
  'refresh-trending': Nothing
  'refresh-weekly': Nothing
  'index-uploads': Nothing
  'purge-accounts': Nothing
  'collect-uploads': Nothing
  'index-search': Nothing
  'scheduled-backup': Nothing
  'prune-mails': Nothing
  'send-password-reset': { readonly email: string }
  'reconcile-payments': Nothing
  'notify-expiring-tokens': Nothing
  'queue-digests': Nothing
}

export type TaskName = keyof TaskPayloads
export type TaskHandlers = { readonly [Name in TaskName]: (payload: TaskPayloads[Name]) => Promise<void> }

/** The tasks without a payload: they check the whole state, so they may run at any time. */
export type SweepName = { [Name in TaskName]: TaskPayloads[Name] extends Nothing ? Name : never }[TaskName]

/** The schedule (UTC); each run happens once across all nodes. */
export const CRONTAB: readonly { readonly task: SweepName; readonly match: string; readonly what: string }[] = [
  { task: 'publish-due-posts', match: '*/5 * * * *', what: 'publishes scheduled posts that are due' },
  { task: 'refresh-trending', match: '*/15 * * * *', what: 'refreshes the trending ranking' },
  { task: 'refresh-weekly', match: '0 * * * *', what: 'refreshes the weekly ranking' },
  { task: 'refresh-rankings', match: '0 */6 * * *', what: 'refreshes all rankings, including monthly and saved' },
  { task: 'purge-expired', match: '*/15 * * * *', what: 'deletes expired sessions, idempotency keys and device codes' },
  { task: 'index-uploads', match: '* * * * *', what: 'records images that were stored before or are not recorded' },
  {
    task: 'index-search',
    match: '* * * * *',
    what: 'indexes all posts for the search, once for each new form of the index',
  },
  { task: 'collect-uploads', match: '37 3 * * *', what: 'deletes images that nothing uses, after UPLOAD_RETENTION' },
  { task: 'scheduled-backup', match: '* * * * *', what: 'creates a backup if one is due by BACKUP_SCHEDULE' },
  {
    task: 'reconcile-payments',
    match: '* * * * *',
    what: 'asks about lost payment events and pending purchases, and pays back refunds',
  },
  {
    task: 'notify-expiring-tokens',
    match: '*/10 * * * *',
    what: 'tells the owners of API tokens that expire within a week',
  },
  { task: 'queue-digests', match: '* * * * *', what: 'writes mails about new notifications to the outbox' },
  { task: 'purge-accounts', match: '47 * * * *', what: 'deletes accounts whose deletion was requested 14 days ago' },
  {
    task: 'prune-deliveries',
    match: '*/10 * * * *',
    what: 'deletes webhook deliveries and events that are over 30 days old or too many',
  },
  { task: 'prune-mails', match: '7 3 * * *', what: 'deletes mails that ended over 30 days ago, and old notifications' },
  { task: 'prune-engagement', match: '27 3 * * *', what: 'deletes hourly engagement counts older than 40 days' },
]

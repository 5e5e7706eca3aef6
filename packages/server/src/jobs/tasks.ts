type Nothing = Record<string, never>

/** Every background task and what it is told. A name that has shipped stays: jobs under it may wait in a database. */
export interface TaskPayloads {
  'publish-post': { readonly postId: string }
  'publish-due-posts': Nothing
  'purge-expired': Nothing
}

export type TaskName = keyof TaskPayloads
export type TaskHandlers = { readonly [Name in TaskName]: (payload: TaskPayloads[Name]) => Promise<void> }

/** The tasks that need to be told nothing: they look at the whole state, so they may run at any time. */
export type SweepName = { [Name in TaskName]: TaskPayloads[Name] extends Nothing ? Name : never }[TaskName]

/** What runs by the clock (UTC), once across all nodes. */
export const CRONTAB: readonly { readonly task: SweepName; readonly match: string; readonly what: string }[] = [
  { task: 'publish-due-posts', match: '*/5 * * * *', what: 'publishes scheduled posts whose time has come' },
  { task: 'purge-expired', match: '*/15 * * * *', what: 'deletes expired sessions and idempotency keys' },
]

/** Every background task and what it is told. A name that has shipped stays: jobs under it may wait in a database. */
export interface TaskPayloads {
  'purge-expired': Record<string, never>
}

export type TaskName = keyof TaskPayloads

export type TaskHandler<Name extends TaskName = TaskName> = (payload: TaskPayloads[Name]) => Promise<void>
export type TaskHandlers = { readonly [Name in TaskName]: TaskHandler<Name> }

/** What runs by the clock (UTC), once across all nodes. */
export const CRONTAB: readonly { readonly task: TaskName; readonly match: string; readonly what: string }[] = [
  { task: 'purge-expired', match: '*/15 * * * *', what: 'deletes expired sessions and idempotency keys' },
]

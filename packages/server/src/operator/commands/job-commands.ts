import { Command } from 'commander'
import { sql } from 'kysely'
import { AppError } from '../../platform/core/errors.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { checkStorageIdentity } from '../../platform/db/storage-identity.ts'
import { CRONTAB } from '../../platform/jobs/tasks.ts'
import { databaseCommand } from '../command.ts'

export function jobCommands(): Command {
  const jobs = new Command('jobs').description('list background tasks and run them')

  jobs.addCommand(
    databaseCommand(
      'list',
      'list the scheduled tasks and their waiting jobs',
      async (context, _args, _options, output) => {
        const state = await taskStates(context.db)
        const rows = CRONTAB.map(({ task, match, what }) => ({
          task,
          schedule: match,
          last_run_at: state.get(task)?.last_execution ?? null,
          waiting: state.get(task)?.waiting ?? 0,
          failed: state.get(task)?.failed ?? 0,
          what,
        }))
        output.rows('tasks', rows, 'There are no tasks.')
      },
    ),
  )

  jobs.addCommand(
    databaseCommand(
      'run <task>',
      'run a task now in this process, and wait until it has finished',
      async (context, [name = ''], _options, output) => {
        const known = CRONTAB.find(({ task }) => task === name)
        if (known === undefined) {
          throw new AppError(
            'NOT_FOUND',
            `There is no task "${name}". Tasks are: ${CRONTAB.map(({ task }) => task).join(', ')}.`,
          )
        }
        // Some tasks delete or record images.
        await checkStorageIdentity(context.db, context.settings)
        const started = performance.now()
        const { createHandlers } = await import('../../job-handlers.ts')
        await createHandlers(context)[known.task]({})
        output.result(`${name} has run.`, { task: name, duration_ms: Math.round(performance.now() - started) })
      },
    ),
  )
  return jobs
}

interface TaskState {
  readonly task: string
  readonly last_execution: Date | null
  readonly waiting: number
  readonly failed: number
}

async function taskStates(db: Db): Promise<Map<string, TaskState>> {
  const { rows } = await sql<TaskState>`
    select coalesce(jobs.task_identifier, crontabs.identifier) as task, max(crontabs.last_execution) as last_execution,
      count(jobs.id) filter (where attempts < max_attempts)::int as waiting,
      count(jobs.id) filter (where attempts >= max_attempts)::int as failed
    from graphile_worker.jobs full join graphile_worker._private_known_crontabs crontabs on crontabs.identifier = jobs.task_identifier
    group by 1`.execute(db)
  return new Map(rows.map(row => [row.task, row]))
}

import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

const CALLS_MAX_PER_USER = 2000
const CALL_DAYS = 30

export interface AgentCallRow {
  readonly id: string
  readonly client_name: string
  readonly tool: string
  readonly post_id: string | null
  readonly post_title: string | null
  readonly is_error: boolean
  readonly created_at: Date
}

export async function insertAgentCall(db: Db, call: Insertable<Tables['agent_calls']>): Promise<void> {
  await db.insertInto('agent_calls').values(call).execute()
}

/** With the titles of the author's own posts only. */
export async function listAgentCalls(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ calls: AgentCallRow[]; total: number }> {
  const { rows: calls } = await sql<AgentCallRow>`
    select c.id, c.client_name, c.tool, p.id as post_id, p.title as post_title, c.is_error, c.created_at
    from agent_calls c left join posts p on p.id = c.post_id and p.author_id = c.user_id and p.status <> 'deleted'
    where c.user_id = ${userId} order by c.created_at desc, c.id desc limit ${limit} offset ${offset}`.execute(db)
  const { total } = await db
    .selectFrom('agent_calls')
    .where('user_id', '=', userId)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { calls, total }
}

export async function pruneAgentCalls(db: Db): Promise<void> {
  await sql`
    delete from agent_calls where created_at < now() - make_interval(days => ${CALL_DAYS}) or id in (
      select id from (
        select id, row_number() over (partition by user_id order by created_at desc, id desc) as place from agent_calls
      ) ranked where place > ${CALLS_MAX_PER_USER}
    )`.execute(db)
}

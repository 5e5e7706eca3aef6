import pg, { type PoolClient, type QueryResult } from 'pg'
import { PreparedQuery, type RowShape } from './prepared-query.ts'

/** Far more than we say. Some texts are put together of a caller's choices: beyond so many shapes, they go unnamed. */
const MOST_STATEMENTS = 200

const names = new Map<string, string>()
let named = 0

type Say = (what: unknown, values?: unknown, ...rest: unknown[]) => Promise<QueryResult>

/**
 * Has every statement with parameters prepared under a name, once a connection: PostgreSQL then keeps its plan, which for
 * most of ours takes twice as long to make as to carry out.
 */
export function prepareStatements(client: PoolClient): void {
  const query = client.query.bind(client) as Say
  const shapes = new Map<string, RowShape>()
  const carryOut = (name: string, text: string, values: unknown[]) =>
    new Promise<QueryResult>((resolve, reject) => {
      const done = (error: unknown, result?: QueryResult) => (result === undefined ? reject(error) : resolve(result))
      query(new PreparedQuery(name, text, values, shapes, done))
    })
  const sayPrepared = async (name: string, text: string, values: unknown[]) => {
    try {
      return await carryOut(name, text, values)
    } catch (error) {
      // Where it was said tells more than where the answer was read.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (!isStalePlan(error)) throw error
      names.clear()
      // Inside a transaction there is nothing more to say but rollback: whoever began it may begin again.
      return query(text, values).catch(() => Promise.reject(error))
    }
  }
  const say: Say = (what, values, ...rest) => {
    const hasParameters = typeof what === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0
    const name = hasParameters ? nameOf(what) : undefined
    return name === undefined ? query(what, values, ...rest) : sayPrepared(name, what as string, values as unknown[])
  }
  Object.assign(client, { query: say })
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known
  const name = `galley_${named++}`
  names.set(text, name)
  return name
}

/** A migration, of a newer node for instance, has changed what a prepared statement answers. Prepared anew, it works. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

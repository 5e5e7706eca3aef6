/**
 * The floor for what the database does: the statements of a request, one after the other on a connection, on as many
 * connections as the server has, with no HTTP and nothing else around them. Started by `startRunner`.
 */
import pg from 'pg'
import { createLogger } from '../../packages/server/src/core/logger.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import type { Connection } from '../../packages/server/src/db/pool.ts'
import { answerSlices } from '../load/answer-slices.ts'
import { runLanes } from '../load/lanes.ts'
import { compileTemplate, createFiller, type Slots, type Values } from '../load/template.ts'
import type { Statement } from './record-statements.ts'

export interface SqlConfig {
  readonly connection: Connection
  readonly connections: number
  /** By turns. */
  readonly requests: readonly (readonly Statement[])[]
  readonly slots: Slots
  /** Has PostgreSQL keep the plans, instead of the way `pg` works unless told otherwise. */
  readonly prepared: boolean
}

answerSlices<SqlConfig>(async ({ connection, connections, requests, slots, prepared }) => {
  const clients = await connect(connection, connections)
  const names = new Map<string, string>()
  const compiled = requests.map(statements => statements.map(compileStatement))
  const nextValues = createFiller(slots)
  let turn = 0
  return limit =>
    runLanes(connections, limit, async lane => {
      const filled = nextValues()
      for (const { text, parameters } of compiled[turn++ % compiled.length]!) {
        const values = parameters.map(fill => fill(filled))
        await clients[lane]!.query(prepared ? { text, values, name: nameOf(names, text) } : { text, values })
      }
    })
})

/** With the server's own settings of a connection, but as plain clients. */
async function connect(connection: Connection, count: number): Promise<pg.Client[]> {
  const { pool, close } = openDatabase(connection, { poolMax: count }, await createLogger('warn'))
  const clients = Array.from({ length: count }, () => new pg.Client(pool.options))
  await close()
  await Promise.all(clients.map(client => client.connect()))
  return clients
}

function nameOf(names: Map<string, string>, text: string): string {
  const name = names.get(text) ?? `floor_${names.size}`
  names.set(text, name)
  return name
}

function compileStatement({ text, parameters }: Statement) {
  return { text, parameters: parameters.map(compileParameter) }
}

/** A parameter that is nothing but a place takes its value as it is, numbers as numbers. */
function compileParameter(parameter: unknown): (values: Values) => unknown {
  if (typeof parameter !== 'string') return () => parameter
  const whole = /^\{(\w+)\}$/.exec(parameter)?.[1]
  return whole === undefined ? compileTemplate(parameter) : values => values[whole]
}

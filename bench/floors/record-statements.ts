import { readSettings } from '../../packages/server/src/config.ts'
import { createContext } from '../../packages/server/src/context.ts'
import { newId } from '../../packages/server/src/core/ids.ts'
import { createLogger } from '../../packages/server/src/core/logger.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import type { Connection } from '../../packages/server/src/db/pool.ts'
import { buildApp } from '../../packages/server/src/http/app.ts'
import type { Question, Questions } from '../load/question.ts'
import { compileTemplate, type Slots, type Values } from '../load/template.ts'

export interface Statement {
  readonly text: string
  /** Strings may have places, such as `{post}`. */
  readonly parameters: readonly unknown[]
}

export interface Recording {
  readonly requests: readonly (readonly Statement[])[]
  readonly slots: Slots
}

export interface Recorder {
  /** What an answer takes once it is known who asks; or, if `isFirst`, what it takes to find that out. */
  record(questions: Questions, options?: { isFirst: boolean }): Promise<Recording>
  close(): Promise<void>
}

/** The server's own app on the same database, in this process, with an ear on what it says to PostgreSQL. */
export async function openRecorder(connection: Connection, dataDir: string): Promise<Recorder> {
  const log = await createLogger('warn')
  const { db, pool, close } = openDatabase(connection, { poolMax: 4 }, log)
  let heard: Statement[] = []
  pool.on('connect', client => listenIn(client, statement => heard.push(statement)))
  const context = await createContext(readSettings({ DATA_DIR: dataDir }), log, connection, db)
  await context.bus.start()
  const app = await buildApp(context, { workerRunning: () => undefined, stopping: () => false })

  const ask = async (question: Question, values: Values) => {
    heard = []
    const answer = await app.inject(injection(question, values))
    if (answer.statusCode >= 300) throw new Error(`${question.path}: ${answer.statusCode} ${answer.body}`)
    return heard
  }
  return {
    record: async ({ ask: questions, slots = {} }, { isFirst } = { isFirst: false }) => {
      const all: Record<string, Slots[string]> = { ...slots }
      const requests: Statement[][] = []
      for (const question of questions) {
        if (!isFirst) await ask(question, examples(slots, 0))
        const born = Date.now()
        const values = examples(slots, -1)
        const statements = await ask(question, values)
        const { templates, fresh } = openPlaces(statements, values, born)
        requests.push(templates)
        for (const name of fresh) all[name] = 'fresh'
      }
      return { requests, slots: all }
    },
    close: async () => {
      await app.close()
      await context.outbound.close()
      await context.bus.close()
      await close()
    },
  }
}

type Query = (what: string | { text: string; values?: unknown[] }, values?: unknown, ...rest: unknown[]) => unknown

function listenIn(client: object, hear: (statement: Statement) => void): void {
  const { query } = client as { query: Query }
  const listening: Query = (what, values, ...rest) => {
    if (typeof what !== 'string') hear({ text: what.text, parameters: what.values ?? [] })
    else hear({ text: what, parameters: Array.isArray(values) ? values : [] })
    return query.call(client, what, values, ...rest)
  }
  Object.assign(client, { query: listening })
}

function injection({ method, path, headers, body }: Question, values: Values) {
  const payload = typeof body === 'string' ? compileTemplate(body)(values) : body && Buffer.from(body)
  return {
    method: method as 'GET',
    url: compileTemplate(path)(values),
    headers: { ...headers },
    ...(payload !== undefined && { payload }),
  }
}

/** The first or the last of each list; the last ones are those to be found again in the statements. */
function examples(slots: Slots, at: 0 | -1): Values {
  return Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [name, slot === 'fresh' ? newId() : (slot.at(at) as string | number)]),
  )
}

const UUID_V7 = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

/** Puts places where the request's own values were, and for every id that was made while it was answered. */
function openPlaces(statements: readonly Statement[], values: Values, born: number) {
  const fresh = new Map<string, string>()
  const nameOf = (id: string) => {
    if (Number.parseInt(id.replace('-', '').slice(0, 12), 16) < born) return id
    if (!fresh.has(id)) fresh.set(id, `fresh_${fresh.size}`)
    return `{${fresh.get(id)}}`
  }
  const open = (parameter: unknown): unknown => {
    const same = Object.entries(values).find(([, value]) => value === parameter)
    if (same !== undefined) return `{${same[0]}}`
    if (typeof parameter !== 'string') return parameter
    let text = parameter
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string') text = text.replaceAll(value, `{${name}}`)
    }
    return text.replaceAll(UUID_V7, nameOf)
  }
  const templates = statements.map(({ text, parameters }) => ({ text, parameters: parameters.map(open) }))
  return { templates, fresh: fresh.values() }
}

import pg, { type QueryResult, type Submittable } from 'pg'

/** What this uses of the connection that pg hands to whatever is submitted to it. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  /** Texts by name: of statements that the server has parsed, and of those that are on their way there. */
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(call: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void
  describe(portal: { type: 'P'; name: '' }): void
  execute(portal: { portal: ''; rows: 0 }): void
  sync(): void
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** How the rows of a statement are read. As long as it stays prepared, PostgreSQL answers no other. */
export interface RowShape {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[]
  readonly empty: Readonly<Record<string, null>>
}

/**
 * Carries out a prepared statement. pg's own query has its columns described each time, and takes that apart each time,
 * which for one row is most of the work; here that happens once on each connection.
 */
export class PreparedQuery implements Submittable {
  readonly name: string
  readonly text: string
  readonly #values: readonly unknown[]
  readonly #shapes: Map<string, RowShape>
  readonly #done: Done
  #shape: RowShape | undefined
  readonly #rows: Record<string, unknown>[] = []
  #tag = ''
  #failure: { readonly error: unknown } | undefined

  /** `shapes` are those that are known on the connection it is meant for. */
  constructor(name: string, text: string, values: readonly unknown[], shapes: Map<string, RowShape>, done: Done) {
    this.name = name
    this.text = text
    this.#values = values
    this.#shapes = shapes
    this.#done = done
  }

  submit(connection: unknown): null {
    const wire = connection as Wire
    wire.stream.cork()
    try {
      this.#say(wire)
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  #say(wire: Wire): void {
    const { name, text } = this
    if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
      wire.parse({ name, text })
      wire.submittedNamedStatements[name] = text
    }
    try {
      wire.bind({ statement: name, values: this.#values, valueMapper: toWire })
    } catch (error) {
      // One of the values cannot be written: nothing is carried out, and the connection is asked to be ready again.
      this.#failure = { error }
      wire.sync()
      return
    }
    this.#shape = this.#shapes.get(name)
    if (this.#shape === undefined) wire.describe({ type: 'P', name: '' })
    wire.execute({ portal: '', rows: 0 })
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }))
    this.#shape = { columns, empty: Object.fromEntries(columns.map(({ name }) => [name, null])) }
    this.#shapes.set(this.name, this.#shape)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#shape === undefined || this.#failure !== undefined) return
    const { columns, empty } = this.#shape
    const row: Record<string, unknown> = { ...empty }
    try {
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i]
        const column = columns[i]
        if (text !== null && text !== undefined && column !== undefined) row[column.name] = column.parse(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#failure = { error }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
    // One that answers no rows is described once, too.
    if (this.#shape === undefined) this.#shapes.set(this.name, { columns: [], empty: {} })
  }

  handleReadyForQuery(): void {
    if (this.#failure !== undefined) {
      this.#done(this.#failure.error)
      return
    }
    const [command = ''] = this.#tag.split(' ', 1)
    const rowCount = Number(/\d+$/.exec(this.#tag)?.[0] ?? Number.NaN)
    this.#done(null, {
      command,
      rowCount: Number.isNaN(rowCount) ? null : rowCount,
      rows: this.#rows,
      oid: 0,
      fields: [],
    })
  }

  handleError(error: unknown): void {
    this.#done(error)
  }

  // What follows belongs to kinds of queries that are never prepared here.
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

type Done = (error: unknown, result?: QueryResult) => void

/** As pg writes the values of its own queries. */
const { prepareValue: toWire } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

type Row = Readonly<Record<string, unknown>>

/** Where a command's result goes: a table or sentences for a person, JSON for a program. */
export interface Output {
  /** Many things of one kind. */
  rows(name: string, rows: readonly Row[], empty: string): void
  /** One thing, with a sentence about what happened to it. */
  result(sentence: string, value: Row): void
}

const write = (text: string) => void process.stdout.write(`${text}\n`)

export const jsonOutput: Output = {
  rows: (name, rows) => write(JSON.stringify({ [name]: rows })),
  result: (_sentence, value) => write(JSON.stringify(value)),
}

export const textOutput: Output = {
  rows: (_name, rows, empty) => write(rows.length === 0 ? empty : table(rows)),
  result: (sentence, value) => {
    write(sentence)
    const width = Math.max(0, ...Object.keys(value).map(key => key.length))
    for (const [key, entry] of Object.entries(value)) write(`  ${bold(key.padEnd(width))}  ${show(entry)}`)
  },
}

const bold = (text: string) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text)

function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const cells = rows.map(row => columns.map(column => show(row[column])))
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map(row => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return [bold(line(columns)), ...cells.map(line)].join('\n')
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // A name with control characters must not steer the operator's terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it strikes out
  return String(value).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '�')
}

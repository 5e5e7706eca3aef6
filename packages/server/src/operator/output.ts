type Row = Readonly<Record<string, unknown>>

/** Prints a command's result: tables and sentences for people, JSON for programs. */
export interface Output {
  /** Prints a list of records. */
  rows(name: string, rows: readonly Row[], empty: string): void
  /** Prints one record, with a sentence about what was done. */
  result(sentence: string, value: Row): void
  /** Prints one value and nothing else, for use in scripts. */
  value(text: string, value: Row): void
  /** Prints lines for people, or the value for programs. */
  lines(lines: readonly string[], value: Row): void
  /** Prints text for people only. */
  note(text: string): void
}

const write = (text: string) => void process.stdout.write(`${text}\n`)

export const jsonOutput: Output = {
  rows: (name, rows) => write(JSON.stringify({ [name]: rows })),
  result: (_sentence, value) => write(JSON.stringify(value)),
  value: (_text, value) => write(JSON.stringify(value)),
  lines: (_lines, value) => write(JSON.stringify(value)),
  note: () => {},
}

export const textOutput: Output = {
  rows: (_name, rows, empty) => write(rows.length === 0 ? empty : table(rows)),
  result: (sentence, value) => {
    write(harmless(sentence))
    const width = Math.max(0, ...Object.keys(value).map(key => key.length))
    for (const [key, entry] of Object.entries(value)) write(`  ${bold(key.padEnd(width))}  ${show(entry)}`)
  },
  value: text => write(text),
  lines: lines => write(lines.map(harmless).join('\n')),
  note: text => write(text),
}

const bold = (text: string) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text)

function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const cells = rows.map(row => columns.map(column => show(row[column])))
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map(row => widthOf(row[i] ?? ''))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd()
  return [bold(line(columns)), ...cells.map(line)].join('\n')
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (value instanceof Date) return `${value.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(show).join(', ')
  return harmless(String(value))
}

/** Removes control characters and text direction marks, which could manipulate the operator's terminal. */
function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it strikes out
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '�')
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

/** The terminal columns of a text: Chinese, Japanese and Korean characters take two, combining marks none. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += /\p{Mark}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

import { stripVTControlCharacters, styleText } from 'node:util'

export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold'

/** Text from elsewhere must not control the terminal. */
export const visible = (text: string): string => text.replace(/[^\P{Cc}\t\n]/gu, '\uFFFD')

/** The same for a text that belongs on one line, such as a file name. */
export const visibleLine = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD')

export interface OutputStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface OutputOptions {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly isJson: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * What the commands print. Results go to stdout, everything about the progress to stderr. With `--json`, stdout has only
 * the JSON. Colours are used on a terminal only.
 */
export class Output {
  readonly isJson: boolean
  readonly #stdout: OutputStream
  readonly #stderr: OutputStream
  readonly #env: OutputOptions['env']
  /** A line on the terminal that is replaced by the next text, such as a progress bar. */
  #transient = ''

  constructor({ stdout, stderr, isJson, env }: OutputOptions) {
    this.#stdout = stdout
    this.#stderr = stderr
    this.#env = env
    this.isJson = isJson
  }

  /** A line of the result for people; left out with `--json`. */
  print(text = ''): void {
    if (this.isJson) return
    this.#clearTransient()
    this.#stdout.write(`${text}\n`)
  }

  /** The result for programs; left out without `--json`. */
  printJson(value: unknown): void {
    if (this.isJson) this.#stdout.write(`${JSON.stringify(value, null, 2)}\n`)
  }

  /** Text that is the result itself, in both modes, such as a completion script. */
  printRaw(text: string): void {
    this.#stdout.write(text)
  }

  /** A message that is not part of the result; written to standard error. */
  note(text: string): void {
    this.#clearTransient()
    this.#stderr.write(`${text}\n`)
  }

  get isInteractive(): boolean {
    return this.#stderr.isTTY === true && !this.isJson
  }

  /** Shows a line until the next text; on a terminal only. An empty text removes it. */
  showTransient(text: string): void {
    if (!this.isInteractive || text === this.#transient) return
    this.#clearTransient()
    const width = (this.#stderr.columns ?? 80) - 1
    this.#transient = stripVTControlCharacters(text).slice(0, width)
    this.#stderr.write(this.#transient)
  }

  #clearTransient(): void {
    if (this.#transient !== '') this.#stderr.write('\r\u001b[2K')
    this.#transient = ''
  }

  paint(colour: Colour, text: string): string {
    return this.#hasColours(this.#stdout) ? styleText(colour, text) : text
  }

  paintNote(colour: Colour, text: string): string {
    return this.#hasColours(this.#stderr) ? styleText(colour, text) : text
  }

  #hasColours(stream: OutputStream): boolean {
    return stream.isTTY === true && !this.#env['NO_COLOR'] && this.#env['TERM'] !== 'dumb'
  }
}

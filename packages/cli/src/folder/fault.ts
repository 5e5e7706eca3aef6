import type { Output } from '../terminal/output.ts'

/** Something wrong in a file, and how to correct it. */
export interface Fault {
  /** The path below the project's folder. */
  readonly file: string
  readonly line: number
  readonly message: string
  readonly fix: string
}

export const compareFaults = (a: Fault, b: Fault): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line

export function printFaults(output: Output, faults: readonly Fault[]): void {
  for (const { file, line, message, fix } of faults) {
    output.print(`${output.paint('bold', `${file}:${line}`)}: ${output.paint('red', message)}`)
    output.print(`  fix: ${fix}`)
  }
}

export const count = (number: number, singular: string, plural = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : plural}`

import { type Output, visibleLine } from '../terminal/output.ts'

/** Something wrong in a file, and how to correct it. */
export interface FileError {
  /** The path below the project's folder. */
  readonly file: string
  readonly line: number
  readonly message: string
  readonly fix: string
}

export const compareErrors = (a: FileError, b: FileError): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line

export function printErrors(output: Output, errors: readonly FileError[]): void {
  for (const { file, line, message, fix } of errors) {
    const place = output.paint('bold', `${visibleLine(file)}:${line}`)
    output.print(`${place}: ${output.paint('red', visibleLine(message))}`)
    output.print(`  fix: ${visibleLine(fix)}`)
  }
}

export const count = (number: number, singular: string, plural = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : plural}`

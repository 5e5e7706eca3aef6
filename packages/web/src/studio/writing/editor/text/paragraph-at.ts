import type { Text } from '@codemirror/state'

interface Insertion {
  readonly from: number
  readonly insert: string
}

/**
 * Inserts a paragraph at the end of a position's line, with blank lines around it. It replaces a blank line, unless
 * another image is still to be inserted there before it.
 */
export function paragraphAt(doc: Text, position: number, paragraph: string, isTaken = false): Insertion {
  const line = doc.lineAt(position)
  const isBlank = (number: number): boolean => number < 1 || number > doc.lines || doc.line(number).text.trim() === ''
  const before = isTaken || !isBlank(line.number) ? '\n\n' : isBlank(line.number - 1) ? '' : '\n'
  const after = isBlank(line.number + 1) ? '' : '\n'
  return { from: line.to, insert: before + paragraph + after }
}

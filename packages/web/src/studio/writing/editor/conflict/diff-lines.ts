import { diffArrays } from 'diff'

/** One line of a comparison: in both texts, or in one of them. */
export interface DiffLine {
  readonly side: 'both' | 'theirs' | 'mine'
  readonly text: string
}

/** After this time everything is shown as replaced. */
const LONGEST_MS = 1000

/** The lines to remove and to add to get from their text to mine. */
export function diffLines(theirText: string, myText: string): DiffLine[] {
  const [theirs, mine] = [theirText.split('\n'), myText.split('\n')]
  const parts = diffArrays(theirs, mine, { timeout: LONGEST_MS }) ?? [
    { value: theirs, added: false, removed: true },
    { value: mine, added: true, removed: false },
  ]
  return parts.flatMap(({ value, added, removed }) =>
    value.map(text => ({ side: added ? 'mine' : removed ? 'theirs' : 'both', text }) as const),
  )
}

type Part = (DiffLine & { readonly key: number }) | { readonly folded: number; readonly key: number }

/** Replaces equal lines far from any difference by their number. */
export function foldSame(lines: readonly DiffLine[], around = 2): Part[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(at - around, 0), at + around + 1).some(line => line.side !== 'both')
  const parts: Part[] = []
  let folded = 0
  for (const [at, line] of lines.entries()) {
    if (!isNear(at)) {
      folded++
      continue
    }
    if (folded > 0) parts.push({ folded, key: -at })
    folded = 0
    parts.push({ ...line, key: at })
  }
  return folded > 0 ? [...parts, { folded, key: lines.length }] : parts
}

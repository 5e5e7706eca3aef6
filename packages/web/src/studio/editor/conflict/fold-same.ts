import type { DiffLine } from './diff-lines.ts'

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

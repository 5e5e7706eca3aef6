/** One line of a comparison: in both texts, or in one of them. */
export interface DiffLine {
  readonly side: 'both' | 'theirs' | 'mine'
  readonly text: string
}

/** Above this many pairs of lines, the differing part is shown as replaced as a whole, because comparing it takes too long. */
const PAIRS_MAX = 4_000_000

/** The lines to remove and to add to get from their text to mine. */
export function diffLines(theirText: string, myText: string): DiffLine[] {
  const theirs = theirText.split('\n')
  const mine = myText.split('\n')
  let start = 0
  while (start < theirs.length && start < mine.length && theirs[start] === mine[start]) start++
  let end = 0
  const shortest = Math.min(theirs.length, mine.length) - start
  while (end < shortest && theirs.at(-1 - end) === mine.at(-1 - end)) end++
  const both = (lines: string[]): DiffLine[] => lines.map(text => ({ side: 'both', text }))
  return [
    ...both(mine.slice(0, start)),
    ...diffMiddle(theirs.slice(start, theirs.length - end), mine.slice(start, mine.length - end)),
    ...both(mine.slice(mine.length - end)),
  ]
}

function diffMiddle(theirs: readonly string[], mine: readonly string[]): DiffLine[] {
  if (theirs.length * mine.length > PAIRS_MAX) return [...only('theirs', theirs), ...only('mine', mine)]
  const lengths = commonLengths(theirs, mine)
  const width = mine.length + 1
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < theirs.length && j < mine.length) {
    if (theirs[i] === mine[j]) {
      lines.push({ side: 'both', text: mine[j]! })
      i++
      j++
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) {
      lines.push({ side: 'theirs', text: theirs[i++]! })
    } else lines.push({ side: 'mine', text: mine[j++]! })
  }
  return [...lines, ...only('theirs', theirs.slice(i)), ...only('mine', mine.slice(j))]
}

const only = (side: 'theirs' | 'mine', lines: readonly string[]): DiffLine[] => lines.map(text => ({ side, text }))

/** For each pair of positions, the number of common lines after it. */
function commonLengths(theirs: readonly string[], mine: readonly string[]): Uint16Array {
  const width = mine.length + 1
  const lengths = new Uint16Array((theirs.length + 1) * width)
  for (let i = theirs.length - 1; i >= 0; i--) {
    for (let j = mine.length - 1; j >= 0; j--) {
      const at = i * width + j
      lengths[at] =
        theirs[i] === mine[j] ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!)
    }
  }
  return lengths
}

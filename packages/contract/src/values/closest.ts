/** The most similar of some names, if it is similar enough to be a typing error. */
export function closest(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  const rated = names.map(candidate => ({ candidate, distance: distance(wanted, candidate.toLowerCase()) }))
  rated.sort((a, b) => a.distance - b.distance)
  const [best] = rated
  const most = wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3))
  return best !== undefined && best.distance <= most ? best.candidate : undefined
}

/** The number of characters to insert, remove or replace (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

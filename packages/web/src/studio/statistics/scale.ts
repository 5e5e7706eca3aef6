/** The next round number at or above the value, for the end of a scale. */
export function niceCeiling(value: number): number {
  if (value <= 4) return 4
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 8, 10].find(step => step * magnitude >= value) ?? 10
  return step * magnitude
}

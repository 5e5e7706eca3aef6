/** The next full hour that is at least half an hour away: where a schedule begins to be chosen. */
export function nextHour(now = new Date()): Date {
  const at = new Date(now.getTime() + 90 * 60_000)
  at.setMinutes(0, 0, 0)
  return at
}

/** The next full hour that is at least half an hour away: the default of a schedule. */
export function nextHour(now = new Date()): Date {
  const at = new Date(now.getTime() + 90 * 60_000)
  at.setMinutes(0, 0, 0)
  return at
}

/** Answers on which day something happens there, as YYYY-MM-DD; undefined where there is no such time zone. */
export function dayIn(timeZone: string): ((time: Date) => string) | undefined {
  // An offset would be taken as well, but no offset knows when summer begins.
  if (!/^[A-Za-z]/.test(timeZone)) return undefined
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    return time => format.format(time)
  } catch {
    return undefined
  }
}

/** The days up to this one, the earliest first. */
export function daysUntil(day: string, count: number): string[] {
  const last = Date.parse(`${day}T00:00:00Z`)
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  )
}

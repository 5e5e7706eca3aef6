import type { Entry } from './calendar-queries.ts'
import { dayText } from './month.ts'

/** By local day, each day's in the order of their times. */
export function entriesByDay(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const inOrder = [...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return Map.groupBy(inOrder, entry => dayText(new Date(entry.at)))
}

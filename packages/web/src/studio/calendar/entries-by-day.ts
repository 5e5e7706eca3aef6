import type { Entry } from './calendar-queries.ts'
import { dayText } from './month.ts'

/** Groups entries by local day, sorted by time. */
export function entriesByDay(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const inOrder = [...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return Map.groupBy(inOrder, entry => dayText(new Date(entry.at)))
}

import type { ChangeSeries } from '@galley/contract/schemas/writing/series'
import type { FieldIssue } from '../../platform/core/errors.ts'
import { blankIssue, httpUrlIssue } from '../../platform/core/field-rules.ts'
import { type Principal, requireScope } from '../../platform/core/principal.ts'
import { concernsReaders } from '../posts/writing/require-post-scope.ts'
import type { EntryRow } from './series-store.ts'

export function seriesIssues({ title, cover_image_url }: ChangeSeries): FieldIssue[] {
  return [...blankIssue('title', title), ...httpUrlIssue('cover_image_url', cover_image_url)]
}

/** A token that may not publish must not change a series that readers see, will see, or have seen. */
export function requireSeriesScope(principal: Principal, entries: readonly EntryRow[]): void {
  requireScope(principal, [entries.some(concernsReaders) ? 'posts:publish' : 'posts:write'])
}

/** The order after the listed posts were put first, and what is wrong with the list. */
export function resultingOrder<Entry extends Pick<EntryRow, 'id'>>(
  entries: readonly Entry[],
  postIds: readonly string[],
): { order: Entry[]; issues: FieldIssue[] } {
  const byId = new Map(entries.map(entry => [entry.id, entry]))
  const issues = postIds.flatMap((id, i): FieldIssue[] => {
    const field = `post_ids.${i}`
    if (!byId.has(id)) return [{ field, code: 'INVALID_VALUE', message: 'Is not a post of this series.' }]
    if (postIds.indexOf(id) < i) return [{ field, code: 'INVALID_VALUE', message: 'Is listed twice.' }]
    return []
  })
  const listed = postIds.flatMap(id => byId.get(id) ?? [])
  return { order: [...listed, ...entries.filter(entry => !postIds.includes(entry.id))], issues }
}

import type { Period } from './statistics-queries.ts'

export function statisticsPath(days: Period, post?: string): string {
  const params = new URLSearchParams({ days: String(days), ...(post !== undefined && { post }) })
  return `/studio/statistics?${params}`
}

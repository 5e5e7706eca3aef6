import type { PostResult } from '@galley/importers/apply/import-report'

/** Downloads the report as JSON, in the shape that `gly import --report` writes for posts. */
export function downloadReport(posts: readonly PostResult[]): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify({ posts }, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'import-report.json'
  link.click()
  URL.revokeObjectURL(address)
}

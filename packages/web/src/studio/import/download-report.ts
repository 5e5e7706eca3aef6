import type { PostResult } from '@galley/importers/apply/import-report'
import { download } from '../download.ts'

/** Downloads the report as JSON, in the shape that `gly import --report` writes for posts. */
export function downloadReport(posts: readonly PostResult[]): void {
  download(new Blob([JSON.stringify({ posts }, null, 2)], { type: 'application/json' }), 'import-report.json')
}

import { damaged } from '../archive/archive-reader.ts'
import type { ImageSummary, Manifest, TableSummary } from '../archive/manifest.ts'

/** Compares what was loaded with what the backup says about itself. */
export function checkManifest(
  manifest: Manifest,
  loaded: readonly TableSummary[],
  skipped: readonly string[],
  images: Pick<ImageSummary, 'count' | 'bytes' | 'sha256'>,
): void {
  for (const { name } of loaded) {
    if (!manifest.tables.some(table => table.name === name)) throw damaged(`its list of tables has no ${name}`)
  }
  // An empty table has no part.
  const empty = { rows: 0, bytes: 0 }
  for (const table of manifest.tables) {
    const found = loaded.find(({ name }) => name === table.name) ?? { ...table, ...empty }
    const isSameCount = found.rows === table.rows || skipped.includes(table.name)
    if (!isSameCount || found.bytes !== table.bytes || found.sha256 !== table.sha256) {
      throw damaged(`the rows of ${table.name} are not the ones that were stored`)
    }
  }
  const { count, bytes, sha256 } = manifest.images
  if (images.count !== count || images.bytes !== bytes || images.sha256 !== sha256) {
    throw damaged('its images are not the ones that were stored')
  }
}

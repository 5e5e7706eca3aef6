import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Manifest } from '../archive/manifest.ts'
import { checkManifest } from './check-manifest.ts'

const posts = { name: 'posts', rows: 2, bytes: 10, sha256: 'a' }
const images = { count: 1, bytes: 5, sha256: 'b' }
const manifest: Manifest = { finished_at: '', tables: [posts], images: { ...images, missing_count: 0, missing: [] } }

it('accepts exactly the rows and images that a backup says it has', () => {
  checkManifest(manifest, [posts], [], images)
  // The rows of a table that this release does not have are read, but not counted.
  checkManifest(manifest, [{ ...posts, rows: 0 }], ['posts'], images)
  const wrongTables = [[], [{ ...posts, rows: 1 }], [{ ...posts, bytes: 11 }], [{ ...posts, sha256: 'c' }]]
  for (const tables of wrongTables) assert.throws(() => checkManifest(manifest, tables, [], images), /rows of posts/)
  for (const wrong of [{ count: 0 }, { bytes: 6 }, { sha256: 'c' }]) {
    assert.throws(() => checkManifest(manifest, [posts], [], { ...images, ...wrong }), /its images/)
  }
})

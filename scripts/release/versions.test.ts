import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { findVersionIssues } from './versions.ts'

it('a package with another version, and a dependency on another version of ours, are reported', () => {
  const root = mkdtempSync(join(tmpdir(), 'galley-versions-'))
  const write = (folder: string, manifest: object) => {
    mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest))
  }
  try {
    write('.', { name: 'all', version: '0.2.0', workspaces: ['packages/*'] })
    write('packages/a', { name: '@x/a', version: '0.1.0' })
    write('packages/b', { name: '@x/b', version: '0.2.0', dependencies: { '@x/a': '0.1.0', other: '0.1.0' } })
    assert.deepEqual(findVersionIssues(root).sort(), [
      '@x/a has the version 0.1.0, and the project 0.2.0',
      '@x/b depends on @x/a 0.1.0, not 0.2.0',
    ])
  } finally {
    rmSync(root, { recursive: true })
  }
})

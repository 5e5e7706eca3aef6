import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findChangelogIssues, readSection } from './changelog.ts'

const CHANGELOG = `# Changelog

## Unreleased

## 0.2.0 (2026-11-16)

- New: trash.

### Fixed

- A fault.

## 0.1.0 (2026-11-15)

- First release.
`

describe('the changelog of a release', () => {
  it('has a section for each version, with its subsections', () => {
    assert.equal(readSection(CHANGELOG, '0.2.0'), '- New: trash.\n\n### Fixed\n\n- A fault.')
    assert.equal(readSection(CHANGELOG, '0.1.0'), '- First release.')
    assert.equal(readSection(CHANGELOG, '0.2'), undefined)
    assert.deepEqual(findChangelogIssues(CHANGELOG, '0.2.0'), [])
  })

  it('is rejected without a section for the version, with an empty one, or with unreleased entries', () => {
    assert.deepEqual(findChangelogIssues(CHANGELOG, '0.3.0'), ['has no section "## 0.3.0"'])
    assert.deepEqual(findChangelogIssues('## 0.3.0\n\n## 0.2.0\n- x', '0.3.0'), [
      'says nothing in its section "## 0.3.0"',
    ])
    assert.deepEqual(findChangelogIssues('## Unreleased\n- x\n## 0.3.0\n- y', '0.3.0'), [
      'has entries under "Unreleased". Move them into the section "## 0.3.0"',
    ])
  })
})

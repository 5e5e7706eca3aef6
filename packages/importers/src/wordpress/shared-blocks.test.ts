import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { insertSharedBlocks } from './shared-blocks.ts'

describe('shared blocks', () => {
  it('that contain each other many times are rejected', () => {
    const references = Array.from({ length: 10 }, (_, id) => `<!-- wp:block {"ref":${id}} /-->`).join('')
    const source = { sharedBlock: () => references, report: () => {} }
    assert.throws(() => insertSharedBlocks(references, source), { name: 'FileError', message: 'text_too_long' })
  })
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { createMemoryFolder } from './memory-folder.ts'

it('temporary files stay on the disk without a folder in memory', () => {
  assert.equal(createMemoryFolder('/nowhere'), undefined)
  assert.equal(createMemoryFolder('/proc'), undefined)
})

it('temporary files are in memory only where programs can be run and nobody else can read', t => {
  const folder = createMemoryFolder()
  if (folder === undefined) return t.diagnostic('this machine has no folder in memory with enough room')
  try {
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\necho it runs\n', { mode: 0o700 })
    assert.equal(execFileSync(program, { encoding: 'utf8' }), 'it runs\n')
    assert.equal(statSync(folder).mode & 0o077, 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

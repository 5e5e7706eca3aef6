import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cpuMilliseconds } from '@galley/markdown/cpu-time'
import { plainTextOf } from './plain-text.ts'

describe('the text of a post as it is searched', () => {
  it('has headings without their signs', () => {
    assert.equal(plainTextOf('# One\n\ntext\n\n## Two *x* ##  \n\n#no\n\n### C#').headings, 'One\nTwo x\nC')
  })

  it('is found quickly for a heading with many spaces or signs', () => {
    const started = cpuMilliseconds()
    for (const filler of [' ', '#', '\t#']) plainTextOf(`# a${filler.repeat(90_000)}b`)
    assert.ok(cpuMilliseconds() - started < 5000)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cpuMilliseconds } from './cpu-time.ts'
import { outsideCode } from './outside-code.ts'

const marked = (text: string) => outsideCode(text, part => part.replaceAll('x', 'X'))

describe('a change outside code', () => {
  it('leaves fenced blocks alone, also in quotes and lists', () => {
    const cases = {
      'x\n```js x\nx\n\nx\n```\nx': 'X\n```js x\nx\n\nx\n```\nX',
      '~~~~\nx\n~~~\nx\n~~~~~ \r\nx': '~~~~\nx\n~~~\nx\n~~~~~ \r\nX',
      '> ```\n> x\n> ```\n> x': '> ```\n> x\n> ```\n> X',
      '1. x\n\n   ```\n   x\n   ```\n   x': '1. X\n\n   ```\n   x\n   ```\n   X',
      '- ```\n  x\n  ```\n- x': '- ```\n  x\n  ```\n- X',
      'x\n```\nx': 'X\n```\nx',
    }
    for (const [text, changed] of Object.entries(cases)) assert.equal(marked(text), changed)
  })

  it('leaves inline code alone', () => {
    const cases = {
      'x `x` x': 'X `x` X',
      'x `` x ` x `` x': 'X `` x ` x `` X',
      '```x``` x\nx': '```x``` X\nX',
      'x `x\nx` x': 'X `x\nx` X',
      'x ` x\n\nx ` x': 'X ` X\n\nX ` X',
      '`` x `x`': '`` X `x`',
    }
    for (const [text, changed] of Object.entries(cases)) assert.equal(marked(text), changed)
  })

  it('leaves indented blocks alone, but not indented texts of a list', () => {
    const cases = {
      '    x\n\n\tx\nx': '    x\n\n\tx\nX',
      'x\n    x\n\n    x': 'X\n    X\n\n    x',
      '- x\n\n    x\n\nx\n\n    x': '- X\n\n    X\n\nX\n\n    x',
    }
    for (const [text, changed] of Object.entries(cases)) assert.equal(marked(text), changed)
  })

  it('takes less than 3 seconds of processor time for any text of a megabyte', () => {
    const runs = Array.from({ length: 1400 }, (_, index) => '`'.repeat(index)).join('x')
    for (const text of [
      runs,
      '`'.repeat(1e6),
      ' '.repeat(1e6),
      '> '.repeat(5e5),
      '- '.repeat(5e5),
      '`\n'.repeat(5e5),
    ]) {
      const begun = cpuMilliseconds()
      outsideCode(text, part => part)
      assert.ok(cpuMilliseconds() - begun < 3000, text.slice(0, 10))
    }
  })
})

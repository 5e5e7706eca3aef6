import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readableFormulas } from './readable-formulas.ts'

it('formulas in a feed are shown as their source', () => {
  const formula = '<math alttext="a &lt; b"><mrow><mi>a</mi></mrow></math>'
  const block = '<div class="math-block" tabindex="0"><math display="block" alttext="x"><mi>x</mi></math></div>'
  assert.equal(
    readableFormulas(`<p>If ${formula} then ${formula}.</p>\n${block}`),
    '<p>If <code>a &lt; b</code> then <code>a &lt; b</code>.</p>\n<div class="math-block" tabindex="0"><code>x</code></div>',
  )
  assert.equal(readableFormulas('<code>&lt;math&gt;</code>'), '<code>&lt;math&gt;</code>')
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { html } from './html.ts'
import { once } from './once.ts'

it('markup that readers share is made once, and kept for a few keys only', () => {
  const shared = {}
  let made = 0
  const markupOf = (key: string) => once(shared, key, () => html`<p>${key} ${++made}</p>`).markup
  assert.equal(markupOf('en'), '<p>en 1</p>')
  assert.equal(markupOf('en'), '<p>en 1</p>')
  for (let i = 0; i < 1000; i++) markupOf(String(i))
  assert.equal(markupOf('999'), '<p>999 1001</p>')
  assert.equal(markupOf('en'), '<p>en 1002</p>')
})

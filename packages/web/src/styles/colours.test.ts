import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

/** Black is also used elsewhere: for masks, and on paper. */
const COLOUR = /#(?!0003?\b)[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|light-dark)\(/gi

const coloursIn = (file: string) =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(COLOUR)].map(([colour]) => `${file}: ${colour}`)

it('only tokens.css defines colours', () => {
  assert.ok(coloursIn('tokens.css').length > 20)
  const others = globSync('**/*.css', { cwd: import.meta.dirname }).filter(file => file !== 'tokens.css')
  assert.deepEqual(others.flatMap(coloursIn), [], 'define the colour in tokens.css')
})

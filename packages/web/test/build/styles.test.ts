import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const SOURCES = join(import.meta.dirname, '../../src')
const read = (pattern: string) =>
  globSync(pattern, { cwd: SOURCES }).map(path => readFileSync(join(SOURCES, path), 'utf8'))
const namesIn = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap(text => [...text.matchAll(pattern)].map(([, name = '']) => name))

/** Set by Base UI. */
const OF_LIBRARIES = ['--available-height']

it('styles use only custom properties that exist', () => {
  const styles = read('styles/**/*.css')
  const known = new Set([
    ...namesIn(styles, /(--[\w-]+)\s*:/g),
    ...namesIn(read('**/*.{ts,tsx}'), /['"`](--[\w-]+)['"`]/g),
    ...OF_LIBRARIES,
  ])
  assert.deepEqual(
    namesIn(styles, /var\((--[\w-]+)/g).filter(name => !known.has(name)),
    [],
  )
  assert.ok(known.has('--paper'))
})

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

it('every style sheet is imported', () => {
  const imported = namesIn(read('**/*.{css,ts,tsx}'), /import ['"][./]*(.+\.css)['"]/g)
  const files = globSync('styles/**/*.css', { cwd: SOURCES }).map(path => `/${path.replaceAll('\\', '/')}`)
  const unused = files.filter(path => !imported.some(end => path.endsWith(`/${end}`)))
  assert.deepEqual(unused, ['/styles/site.css'], 'vite.config.ts names site.css; import the others')
})

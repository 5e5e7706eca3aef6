import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: path => /(^|\/)(node_modules|dist)$/.test(path) }).map(path =>
    path.replaceAll('\\', '/'),
  )

const TEXTS = find('{*.md,docs/**/*.md,packages/*/README.md}').filter(path => path !== 'CHANGELOG.md')
const SOURCES = find('{packages,scripts,proof}/**/*.{ts,tsx,sql,css}')

/** `writing/posts/trash/restore-post.ts`: the end of a path is enough. */
const isSource = (name: string) => SOURCES.some(path => path === name || path.endsWith(`/${name}`))

const missing = (isWrong: (name: string, text: string) => boolean, pattern: RegExp): string[] =>
  TEXTS.flatMap(text =>
    [...readFileSync(join(ROOT, text), 'utf8').matchAll(pattern)]
      .filter(([, name = '']) => isWrong(name, text))
      .map(([, name]) => `${text}: ${name}`),
  )

test('every source file that the documentation names exists', () => {
  assert.ok(isSource('scripts/documented-paths.test.ts') && TEXTS.length > 20)
  assert.deepEqual(
    missing(name => !isSource(name), /`([\w-]+(?:\/[\w.-]+)+\.(?:tsx?|sql|css))`/g).filter(
      name => !name.includes('NNNN'),
    ),
    [],
  )
})

test('every folder that the documentation names exists', () => {
  assert.deepEqual(
    missing(name => !existsSync(join(ROOT, name)), /`((?:packages|scripts|proof|deploy)\/[\w./-]+\/?)`/g).filter(
      // Written by benchmarks; settings of an operator.
      name => !/proof\/results|\.env$|NNNN/.test(name),
    ),
    [],
  )
})

test('every relative link of the documentation leads to a file', () => {
  assert.deepEqual(
    missing(
      (name, text) => !existsSync(join(ROOT, dirname(text), name)),
      // Links that start with ./ are in examples of posts.
      /\]\((?!\.\/)([\w./-]*[/.][\w./-]+)(?:#[^)\s]*)?\)/g,
    ),
    [],
  )
})

/** As GitHub makes them: lower case, no punctuation, hyphens for spaces. */
const anchorsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link to a heading of the documentation leads to one', () => {
  const isWrong = (link: string, text: string) => {
    const [file = '', anchor = ''] = link.split('#')
    const path = file === '' ? join(ROOT, text) : join(ROOT, dirname(text), file)
    return !anchorsOf(path).includes(anchor)
  }
  // `#the-heading` is in an example of a post.
  assert.deepEqual(
    missing(isWrong, /\]\((?!\.\/)([\w./-]*#[\w-]+)\)/g).filter(name => !name.endsWith(': #the-heading')),
    [],
  )
})

test('docs/architecture.md names every folder of the server', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const folders = readdirSync(join(ROOT, 'packages/server/src'), { withFileTypes: true }).filter(entry =>
    entry.isDirectory(),
  )
  assert.deepEqual(
    folders.map(({ name }) => name).filter(name => !text.includes(` ${name}/ `)),
    [],
    'add the folder to the list of folders',
  )
})

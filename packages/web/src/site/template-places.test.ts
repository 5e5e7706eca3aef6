import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseSync } from 'vite'
import { attributeKind, findPlaces } from './template-places.ts'

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

/** Every node of a parsed file. */
function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const child of Object.values(value)) yield* nodesIn(child)
}

const isCallOf = (callee: unknown, name: string) =>
  (callee as Node).type === 'Identifier' && (callee as Node)['name'] === name

interface Quasi {
  readonly value: { readonly cooked: string }
}

describe('the templates of the site', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const nodes = files.flatMap(file => {
    const { program, errors } = parseSync(file, readFileSync(join(import.meta.dirname, file), 'utf8'))
    assert.deepEqual(errors, [], file)
    return [...nodesIn(program)].map(node => ({ file, node }))
  })

  const templates = nodes
    .filter(({ node }) => node.type === 'TaggedTemplateExpression' && isCallOf(node['tag'], 'html'))
    .map(({ file, node }) => {
      const { quasis } = node['quasi'] as { quasis: Quasi[] }
      return { file, strings: quasis.map(({ value }) => value.cooked) }
    })

  it('have values only where escaping makes them safe', () => {
    assert.ok(templates.length > 80, `only ${templates.length} templates were found`)
    for (const { file, strings } of templates) {
      assert.doesNotThrow(() => findPlaces(strings), `${file}: ${strings.join('…')}`)
    }
  })

  it('have no words of one language', () => {
    // Without code, elements and characters such as &nbsp;.
    const withoutMarkup = (text: string) => text.replaceAll(/<code>.*?<\/code>|<[^>]*>|&#?\w+;/gs, '\n')
    const words = templates.flatMap(({ file, strings }) =>
      Array.from(withoutMarkup(strings.join('\n')).matchAll(/\p{L}{2,}.*/gu), ([text]) => `${file}: ${text}`),
    )
    assert.deepEqual(words, ['parts/site-footer.ts: RSS'], 'write the words in a file of each folder of src/texts')
  })

  it('use only safe attribute names', () => {
    const calls = nodes.filter(({ node }) => node.type === 'CallExpression' && isCallOf(node['callee'], 'attributes'))
    assert.ok(calls.length > 5, `only ${calls.length} calls were found`)
    for (const { file, node } of calls) {
      const [all] = node['arguments'] as { properties?: { key: { name?: string; value?: string } }[] }[]
      for (const { key } of all?.properties ?? []) {
        assert.doesNotThrow(() => attributeKind(key.name ?? key.value ?? ''), file)
      }
    }
  })
})

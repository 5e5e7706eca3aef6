import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Element, Root } from 'hast'
import { cleanTree } from './clean-tree.ts'
import { element } from './elements.ts'

it('makes a link of each address, also of more than a function can take as arguments', () => {
  const many = 130_000
  const paragraph: Element = element('p', {}, [{ type: 'text', value: 'https://example.com/ '.repeat(many) }])
  const tree: Root = { type: 'root', children: [paragraph] }
  cleanTree(tree, { resolveImage: () => undefined, resolveLink: href => href, report: () => {} })
  const links = paragraph.children.filter(child => child.type === 'element' && child.tagName === 'a')
  assert.equal(links.length, many)
})

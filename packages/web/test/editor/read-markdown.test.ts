import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkdown } from '../../src/studio/posts/import/read-markdown.ts'

test('front matter fills the fields of a post; fields that a post does not have are reported', () => {
  const text =
    '---\r\ntitle: 港の朝\r\ntags: 海, 朝、旅\r\ndescription: Short\r\nlayout: wide\r\nstatus: published\r\n---\r\n\r\nText.'
  const { body, wantsOtherStatus, unknownKeys } = readMarkdown('a.md', text)
  assert.deepEqual(body, { title: '港の朝', content: 'Text.', tags: ['海', '朝', '旅'], meta_description: 'Short' })
  assert.deepEqual([wantsOtherStatus, unknownKeys], [true, ['layout']])
})

test('without front matter the first heading becomes the title and is removed from the text', () => {
  assert.deepEqual(readMarkdown('a.md', '# A heading #\n\nText.\n').body, { title: 'A heading', content: 'Text.\n' })
})

test('without a heading the file name becomes the title', () => {
  assert.deepEqual(readMarkdown('2026-01 notes.md', 'Text.').body, { title: '2026-01 notes', content: 'Text.' })
})

test('a rule at the start of a text is not front matter, and front matter is never executed', () => {
  assert.equal(readMarkdown('a.md', '---\n\nText.').body.content, '---\n\nText.')
  assert.throws(() => readMarkdown('a.md', '---\ntitle: [broken\n---\n'), { name: 'YAMLParseError' })
  assert.equal(readMarkdown('a.md', '---\ntitle: !!js/function "() => 1"\n---\n').body.title, '() => 1')
})

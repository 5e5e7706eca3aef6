import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkdown } from '../src/studio/posts/read-markdown.ts'

test('front matter fills the fields of a post; what a post cannot hold is named', () => {
  const text =
    '---\r\ntitle: 港の朝\r\ntags: 海, 朝、旅\r\ndescription: Short\r\nlayout: wide\r\nstatus: published\r\n---\r\n\r\nText.'
  const { body, wantsOtherStatus, unknownKeys } = readMarkdown('a.md', text)
  assert.deepEqual(body, { title: '港の朝', content: 'Text.', tags: ['海', '朝', '旅'], meta_description: 'Short' })
  assert.deepEqual([wantsOtherStatus, unknownKeys], [true, ['layout']])
})

test('without front matter the first heading is the title, and leaves the text', () => {
  assert.deepEqual(readMarkdown('a.md', '# A heading #\n\nText.\n').body, { title: 'A heading', content: 'Text.\n' })
})

test('without a heading the name of the file is the title', () => {
  assert.deepEqual(readMarkdown('2026-01 notes.md', 'Text.').body, { title: '2026-01 notes', content: 'Text.' })
})

test('a rule at the beginning of a text is no front matter, and nothing in front matter is run', () => {
  assert.equal(readMarkdown('a.md', '---\n\nText.').body.content, '---\n\nText.')
  assert.throws(() => readMarkdown('a.md', '---\ntitle: [broken\n---\n'), { name: 'YAMLParseError' })
  assert.equal(readMarkdown('a.md', '---\ntitle: !!js/function "() => 1"\n---\n').body.title, '() => 1')
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinFile, normalText, splitFile } from '@galley/importers/markdown/front-matter'
import { editedText } from '../src/folder/edit-front-matter.ts'
import { parsePostFile } from '../src/folder/post-file.ts'

const errorsOf = (yaml: string, content = 'Text.') =>
  parsePostFile(joinFile(yaml, content), 'posts/a.md', '').errors.map(({ line, message }) => `${line}: ${message}`)

describe('a file', () => {
  it('gives back any content that was written to it', () => {
    for (const content of ['', 'a', 'a\n', '\n\na\n\n', '---\na: b\n---\n', '\r\nmixed\n', '  indented', '日本 🎈']) {
      const { yaml, content: read } = splitFile(normalText(joinFile('title: x\n', content)))
      assert.deepEqual([yaml, read], ['title: x\n', content])
    }
  })

  it('has the same content with Windows line ends and a byte order mark', () => {
    const file = joinFile('title: x\n', 'one\ntwo\n')
    const windows = `\uFEFF${file.replaceAll('\n', '\r\n')}`
    assert.deepEqual(splitFile(normalText(windows)), splitFile(file))
    // A line that was pasted from elsewhere.
    assert.deepEqual(splitFile(normalText(windows.replace('one\r\n', 'one\n'))), splitFile(file))
  })

  it('has the path as the name of its post, or its id', () => {
    assert.equal(parsePostFile(joinFile('title: x\n', ''), 'posts/a.md', 'blog/').externalId, 'blog/posts/a.md')
    assert.equal(parsePostFile(joinFile('title: x\nid: first\n', ''), 'posts/a.md', 'blog/').externalId, 'first')
  })
})

describe('front matter', () => {
  it('keeps all other lines when a field is changed', () => {
    const cases = [
      'title: A\nstatus: draft\ntags: []\n# category: essay\n# subtitle: x\n',
      'title: A\nstatus: draft # s\n\n# c\n\n# d\n',
      '# top\ntitle: A\n# c\nstatus: draft\n',
    ]
    for (const yaml of cases) {
      const text = joinFile(yaml, 'Text.')
      const { document } = parsePostFile(text, 'a.md', '')
      assert.equal(
        editedText({ text, document: document! }, { status: 'published' }),
        text.replace('draft', 'published'),
      )
    }
  })

  it('may have a time as other programs write it', () => {
    const times = ['2030-01-31T09:00:00', '2030-01-31 18:00:00 +0900', '2030-01-31T18:00+09', '2030-01-31 09:00:00,0Z']
    for (const time of times) {
      const { fields, errors } = parsePostFile(
        `---\ntitle: x\nstatus: scheduled\nscheduled_for: ${time}\n---\n`,
        'a.md',
        '',
      )
      assert.deepEqual([fields.scheduled_for, errors], ['2030-01-31T09:00:00.000Z', []], time)
    }
    const { fields } = parsePostFile('---\ntitle: x\nstatus: scheduled\nscheduled_for: 2030-01-31\n---\n', 'a.md', '')
    assert.equal(fields.scheduled_for, '2030-01-31T00:00:00.000Z')
  })

  it('has the fields of the API, with their values', () => {
    const { fields, errors } = parsePostFile(
      joinFile(
        'title: "x: y" # note\nstatus: scheduled\nscheduled_for: 2030-01-01T09:00:00+09:00\ntags: [ a, a, 2024, 3.10, 007 ]\nis_paid: true\nprice_jpy: 300\n',
        '',
      ),
      'a.md',
      '',
    )
    assert.deepEqual(errors, [])
    assert.equal(fields.title, 'x: y')
    assert.equal(fields.scheduled_for, '2030-01-01T00:00:00.000Z')
    assert.deepEqual(fields.tags, ['a', '2024', '3.10', '007'])
    assert.deepEqual(
      [fields.is_paid, fields.price_jpy, fields.visibility, fields.category],
      [true, 300, 'public', null],
    )
  })

  it('with an error names its line', () => {
    const cases: Record<string, string> = {
      'title: x\ntitel: y\n': '3: "titel" is not a field of a post.',
      'status: draft\n': '1: title is missing.',
      'title: Rust: a guide\n': '2: This value contains a colon that is followed by a space.',
      'title: x\ntitle: y\n': '3: This is not valid YAML: Map keys must be unique',
      'title: x\nstatus: publishd\n': '3: status cannot be "publishd".',
      'title: x\nscheduled_for: 2030-01\n': '3: scheduled_for is not a date and time.',
      'title: x\nscheduled_for: 2030-02-31T00:00:00Z\nstatus: scheduled\n': '3: scheduled_for is not a date and time.',
      'title: x\nstatus: scheduled\n': '3: A scheduled post needs a time.',
      'title: x\nis_paid: true\nprice_jpy: 99\n': '4: The minimum price is 100 yen.',
      'title: x\nis_paid: true\n': '3: A paid post needs a price.',
      'title: x\nprice_jpy: 1.5\n': '3: price_jpy must be a whole number of at least 0.',
      'title: x\ntags: a\n': '3: tags must be a list of words.',
      'title: x\nsalon_only: true\n': '3: A post for a salon needs the salon.',
      'title: x\ncanonical_url: example.com\n': '3: canonical_url is not an http or https address.',
      'title: x\ncanonical_url: https://example.com/a b\n': '3: canonical_url is not an http or https address.',
      'title: x\nslug: mine\n': '3: slug cannot be set in a file.',
      'title: x\nid: 7\n': '3: id must be text.',
      [`title: ${'あ'.repeat(101)}\n`]: '2: title has 101 characters; 100 are allowed.',
    }
    for (const [yaml, error] of Object.entries(cases)) assert.deepEqual(errorsOf(yaml), [error], yaml)
  })

  it('of a short post allows a short text only', () => {
    assert.deepEqual(errorsOf('title: x\npost_type: short\n', '🎈'.repeat(500)), [])
    assert.deepEqual(errorsOf('title: x\npost_type: short\n', '🎈'.repeat(501)), [
      '6: The text has 501 characters; 500 are allowed.',
    ])
  })

  it('suggests the intended name', () => {
    const [error] = parsePostFile(joinFile('title: x\ncatgory: ai\n', ''), 'a.md', '').errors
    assert.equal(error?.fix, 'Did you mean "category"?')
  })
})

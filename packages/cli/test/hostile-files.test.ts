import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinFile } from '@galley/importers/markdown/front-matter'
import { parsePostFile } from '../src/folder/post-file.ts'
import { postText, Workspace } from './support/workspace.ts'

const errorsOf = (yaml: string) =>
  parsePostFile(joinFile(yaml, ''), 'a.md', '').errors.map(({ line, message }) => `${line}: ${message}`)

describe('hostile front matter', () => {
  it('with values that refer to each other without end is an error', () => {
    const repeated = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(', ')}]\n`
    const bomb = `${repeated('a', 'x')}${repeated('b', '*a')}${repeated('c', '*b')}${repeated('d', '*c')}`
    assert.ok(errorsOf(`title: x\n${bomb}tags: [*d, *d]\n`).includes('7: This value is too large or refers to itself.'))
    assert.ok(errorsOf('title: x\ntags: &x [*x]\n').some(error => error.startsWith('3: ')))
  })

  it('with lists that are nested too deeply is an error', () => {
    const depth = 20_000
    assert.match(errorsOf(`title: x\ntags: ${'['.repeat(depth)}${']'.repeat(depth)}\n`).join(), /too deep/)
  })

  it('with a hundred thousand fields is one error, found at once', () => {
    const fields = Array.from({ length: 100_000 }, (_, number) => `k${number}: 1\n`).join('')
    assert.deepEqual(errorsOf(fields), ['2: The fields have 988890 characters; 50000 are allowed.'])
  })

  it('with names that all objects have is refused like other unknown names', () => {
    const { errors } = parsePostFile(joinFile('title: x\n__proto__: y\nconstructor: z\n', ''), 'a.md', '')
    assert.deepEqual(
      errors.map(({ line, message, fix }) => [line, message, typeof fix]),
      ['__proto__', 'constructor'].map((name, index) => [3 + index, `"${name}" is not a field of a post.`, 'string']),
    )
  })

  it('that has no end is an error at its first line', () => {
    const { errors } = parsePostFile('---\ntitle: x\n\nText.\n', 'a.md', '')
    assert.deepEqual(
      errors.map(({ line, message }) => [line, message]),
      [[1, 'The front matter has no end.']],
    )
  })
})

describe('gly check', () => {
  it('reports files that cannot be posts, and the errors of all others', async () => {
    const work = await Workspace.create()
    await work.write('galley.yaml', '')
    await work.write('binary.md', Buffer.from([0xff, 0xfe, 0x00, 0x80]))
    await work.write('huge.md', `---\ntitle: x\n---\n\n${'x'.repeat(6_000_000)}`)
    await work.write('line\nend\u001b[31m.md', 'no front matter')
    const { code, json } = await work.gly('check', '--json')
    assert.equal(code, 1)
    assert.deepEqual(
      json.faults.map(({ file, message }: { file: string; message: string }) => `${file}: ${message}`),
      [
        'binary.md: The file is not UTF-8 text.',
        'huge.md: The file has 6.0 MB, which is too much for a post.',
        'line\nend\u001b[31m.md: The file name contains a line end or another control character.',
        'line\nend\u001b[31m.md: The file has no front matter.',
      ],
    )
    const { stdout } = await work.gly('check')
    assert.ok(stdout.includes('line\uFFFDend\uFFFD[31m.md:1: '), stdout)
    await work.remove()
  })

  it('finds a file whatever the form of the Unicode characters in its name', async () => {
    const work = await Workspace.create()
    await work.write('galley.yaml', '')
    await work.write('ガ.md'.normalize('NFD'), postText({ title: 'x' }, 'Text.'))
    await work.write('link.md', postText({ title: 'y' }, '[x](./ガ.md)'.normalize('NFC')))
    const { code, stdout } = await work.gly('check')
    assert.equal(code, 0, stdout)
    await work.remove()
  })

  it('says that the folder of the posts does not exist', async () => {
    const work = await Workspace.create()
    await work.write('galley.yaml', 'posts: misspelled\n')
    const { stdout } = await work.gly('check')
    assert.match(stdout, /^0 posts, no errors\.\nThe folder misspelled does not exist\. /)
    await work.remove()
  })

  it('names a file that cannot be used, without a stack trace', async () => {
    const work = await Workspace.create()
    await work.write('galley.yaml/x', '')
    assert.match((await work.gly('check')).stderr, /^error: There is no galley\.yaml/)
    await work.remove('galley.yaml')
    await work.write('galley.yaml', '')
    const { code, stderr } = await work.gly('new', 'Title', '--file', `${'a'.repeat(300)}.md`)
    assert.equal(code, 1)
    assert.match(stderr, /^error: .*aaa\.md cannot be opened or written: its name is too long\.\n {2}fix: /)
    await work.remove()
  })
})

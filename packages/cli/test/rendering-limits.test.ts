import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { createAuthor } from './support/author.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
  // On a busy machine too, a response waits until its page is rendered.
  Object.assign(server.context.renderer, { readerWaitMs: 60_000 })
})
after(() => server.close())

/** More than 50,000 characters, whose page would be hundreds of times as large. */
const text = `[a]: /${'A'.repeat(2000)}\n\n${'[a]'.repeat(20_000)}`
const file = (name: string) => `---\ntitle: ${name}\nstatus: published\n---\n${text}`
const message = /^Readers see the text as plain paragraphs: its page would be too large\./

it('gly check, push and import warn of a text that exceeds a limit of rendering', async () => {
  const { work } = await createAuthor(server, { 'posts/a.md': file('A'), 'posts/short.md': '---\ntitle: B\n---\nText' })
  const check = await work.gly('check', '--json')
  assert.deepEqual([check.code, check.json.faults], [0, []])
  assert.deepEqual(
    check.json.warnings.map((each: { file: string }) => each.file),
    ['posts/a.md'],
  )

  const created = await work.gly('push', '--json')
  assert.match(created.json.warnings[0].message, message)
  await work.write('posts/a.md', `${file('A')} and more`)
  const changed = await work.gly('push')
  assert.match(changed.stdout, /^warning posts\/a\.md: Readers see the text/m)

  await work.write('blog/c.md', file('C'))
  const imported = await work.gly('import', 'markdown', 'blog', '--json')
  assert.match(imported.json.posts[0].problems.join(), message)
})

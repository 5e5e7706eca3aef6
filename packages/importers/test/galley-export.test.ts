import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryArchive } from './support/memory-archive.ts'
import { readAll } from './support/read-all.ts'

const entry = (name: string, more: object = {}) => ({
  id: `id-${name}`,
  file: `posts/${name}.md`,
  title: name,
  slug: name,
  status: 'published',
  created_at: '2014-01-01T00:00:00.000Z',
  published_at: '2015-06-01T09:00:00.000Z',
  ...more,
})

function archiveOf(posts: Readonly<Record<string, string>>, account: unknown = {}, more: object = {}) {
  const files = Object.entries(posts).map(([name, fields]) => [
    `posts/${name}.md`,
    `---\ntitle: ${name}\n${fields}\n---\n\nx\n`,
  ])
  return memoryArchive({
    ...Object.fromEntries(files),
    'posts.json': JSON.stringify(Object.keys(posts).map(name => entry(name, more))),
    'account.json': JSON.stringify(account),
  })
}

describe('an export of Galley', () => {
  it('publishes nothing that is not clearly public, and says what is lost', async () => {
    const archive = archiveOf({
      a: 'status: published',
      b: 'status: published\nsalon_id: s\nsalon_only: true',
      c: 'status: published\nsalon_id: s',
      d: 'status: scheduled\nscheduled_for: 2020-01-01T00:00:00.000Z',
      e: 'status: scheduled\nscheduled_for: 2099-01-01T00:00:00.000Z',
      f: 'status: draft',
      g: 'status: something',
      h: 'x: y',
    })
    const { posts } = await readAll('export', archive)
    assert.deepEqual(
      posts.map(({ status, publishedAt, problems }) => [status, publishedAt?.getUTCFullYear(), problems.length]),
      [
        ['published', 2015, 0],
        ['draft', undefined, 2],
        ['published', 2015, 1],
        ['draft', undefined, 2],
        ['scheduled', undefined, 1],
        ['draft', undefined, 1],
        ['draft', undefined, 1],
        ['draft', undefined, 1],
      ],
    )
  })

  it('finds the series of a post by its id, in older exports by its title if only one has it', async () => {
    const series = [
      { id: '1', slug: 'one', title: 'Rain' },
      { id: '2', slug: 'two', title: 'Rain' },
      { id: '3', slug: 'three', title: 'Snow' },
    ]
    const slugsOf = async (more: object) => {
      const fields = { a: 'post_type: series_entry\nseries: Rain', b: 'post_type: series_entry\nseries: Snow' }
      const { posts } = await readAll('export', archiveOf(fields, { series }, more))
      return posts.map(({ galley }) => galley?.series)
    }
    assert.deepEqual(await slugsOf({}), [undefined, 'three'])
    assert.deepEqual(await slugsOf({ series_id: '2' }), ['two', 'two'])
  })

  it('is read on after files that are missing or broken', async () => {
    const archive = memoryArchive({
      'posts.json': JSON.stringify([
        entry('a'),
        entry('b'),
        null,
        7,
        {},
        entry('c', { file: '../../etc/passwd' }),
        entry('d'),
      ]),
      'account.json': 'null',
      'posts/b.md': 'no front matter',
      'posts/d.md': '---\ntitle: D\nstatus: published\n---\n\nText\n',
    })
    const { posts, skipped } = await readAll('export', archive)
    assert.deepEqual([posts.map(({ title }) => title), skipped.length], [['D'], 4])
    for (const files of [{ 'a.md': 'x' }, { 'posts.json': '{' }, { 'posts.json': '{}' }]) {
      await assert.rejects(readAll('export', memoryArchive(files)), { name: 'ArchiveError' })
    }
  })
})

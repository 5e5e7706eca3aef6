import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { parsePostFile } from '../../src/folder/post-file.ts'
import { type Author, createAuthor, startSite } from '../support/author.ts'
import { postText } from '../support/workspace.ts'

let server: TestServer
before(async () => {
  server = await startSite()
})
after(() => server.close())

const seriesOf = async ({ person }: Author) => (await person.bearer.get('/api/v1/series')).body.series
const part = (title: string, fields: Record<string, string>) => postText({ title, ...fields }, `Text of ${title}.`)

describe('series in files', () => {
  it('are created by a push, once, and a second push sends nothing', async () => {
    const author = await createAuthor(server, {
      'posts/one.md': part('One', { series: '雨の一年', series_position: '1', status: 'published' }),
      'posts/two.md': part('Two', { series: '雨の一年', series_position: '2' }),
    })
    assert.equal((await author.work.gly('push')).code, 0)
    const [series, ...others] = await seriesOf(author)
    assert.deepEqual([others, series.title, series.slug, series.post_count], [[], '雨の一年', '雨の一年', 2])
    const one = await author.post('posts/one.md')
    assert.deepEqual([one['series_id'], one['series_position'], one['post_type']], [series.id, 1, 'series_entry'])
    const again = await author.work.gly('push', '--json')
    assert.deepEqual([again.json.created, again.json.updated, again.json.unchanged], [[], [], 2])
    const clone = await author.clone({ 'posts/one.md': await author.work.read('posts/one.md') })
    assert.equal((await clone.gly('push', '--json')).json.unchanged, 1, 'a fresh clone knows the series')
  })

  it('are found by their slug after the title was changed, and a post moves with its place', async () => {
    const author = await createAuthor(server, {
      'posts/one.md': part('One', { series: 'A year of rain', series_position: '1' }),
    })
    await author.work.gly('push')
    const [series] = await seriesOf(author)
    await author.person.session.patch(`/api/v1/series/${series.id}`, { title: 'A year of snow' })
    await author.work.write('posts/one.md', part('One', { series: 'A year of rain', series_position: '2' }))
    assert.equal((await author.work.gly('push')).code, 0)
    assert.equal((await seriesOf(author)).length, 1)
    await author.work.write('posts/one.md', part('One', { series: 'Another', series_position: '2' }))
    assert.equal((await author.work.gly('push')).code, 0)
    const one = await author.post('posts/one.md')
    assert.deepEqual([one['series_id'], one['series_position']], [(await seriesOf(author))[0].id, 2])
    await author.work.write('posts/one.md', part('One', {}))
    assert.equal((await author.work.gly('push')).code, 0)
    const gone = await author.post('posts/one.md')
    assert.deepEqual([gone['series_id'], gone['series_position'], gone['post_type']], [null, null, 'article'])
  })

  it('are pulled by slug, and push after pull sends nothing', async () => {
    const author = await createAuthor(server, { 'posts/one.md': part('One', { series: 'Rain', status: 'draft' }) })
    await author.work.gly('push')
    const text = await author.work.read('posts/one.md')
    await author.work.gly('pull')
    assert.equal(await author.work.read('posts/one.md'), text, 'pull after push changes nothing')
    const clone = await author.clone()
    assert.equal((await clone.gly('pull')).code, 0)
    assert.match(await clone.read('posts/one.md'), /^series: rain$/m)
    assert.equal((await clone.gly('push', '--json')).json.unchanged, 1)

    const other = (await author.person.session.post('/api/v1/series', { title: 'Snow' })).body
    await author.edit('posts/one.md', { series_id: other.id, series_position: 3 })
    assert.equal((await author.work.gly('pull')).code, 0)
    assert.match(await author.work.read('posts/one.md'), /^series: snow$/m)
    assert.equal((await author.work.gly('push', '--json')).json.unchanged, 1)
    await author.edit('posts/one.md', { series_id: null })
    assert.equal((await author.work.gly('pull')).code, 0)
    assert.doesNotMatch(await author.work.read('posts/one.md'), /^series/m)
    assert.equal((await author.work.gly('push', '--json')).json.unchanged, 1)
  })

  it('are reported with their line if they are wrong', () => {
    const errorsOf = (fields: Record<string, string>) =>
      parsePostFile(postText({ title: 'A', ...fields }, ''), 'a.md', '').errors.map(({ line, message }) => [
        line,
        message,
      ])
    assert.deepEqual(errorsOf({ series: 'Rain', series_position: '1' }), [])
    assert.deepEqual(errorsOf({ series: '3' }), [[3, 'series must be text.']])
    assert.deepEqual(errorsOf({ post_type: 'short', series: 'Rain' }), [[4, 'series is only for series entries.']])
    assert.deepEqual(errorsOf({ post_type: 'series_entry', series_position: '1' }), [
      [4, 'series_position has no effect without a series.'],
    ])
    const id = '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e'
    assert.deepEqual(errorsOf({ series: 'Rain', series_id: id }), [[3, 'A file has either series or series_id.']])
    assert.deepEqual(errorsOf({ sereis: 'Rain' }), [[3, '"sereis" is not a field of a post.']])
  })
})

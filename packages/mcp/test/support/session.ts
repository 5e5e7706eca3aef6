import assert from 'node:assert/strict'
import { plain } from '../../../server/test/support/posts/images.ts'
import { readPost } from '../../../server/test/support/posts/posts.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { type Connect, DRAFTS, withTools } from './tools.ts'

/** A complete session: find, draft, image, preview, publication refused without the scope and allowed with it. */
export async function completeSession(server: TestServer, author: Person, connect: Connect): Promise<void> {
  let id = ''
  let digest = ''
  await withTools(connect, author, DRAFTS, async ({ call, client }) => {
    const wrong = await call('check_post', { title: ' ', content: 'x', post_type: 'short' })
    assert.ok(wrong.isError)
    assert.match(wrong.text, /title: /)
    id = (await call('create_draft', { title: 'Rain', content: 'It rained all day.' })).json.id
    const data = (await plain('png', 9, 7)).toString('base64')
    const image = await call('upload_image', { data, file_name: 'rain.png' })
    assert.equal(image.isError, false, image.text)
    const { etag } = (await call('read_post', { id })).json
    const changed = await call('change_post', {
      id,
      etag,
      replace: [{ old: 'all day', new: `all week\n\n![](${image.json.url})` }],
    })
    assert.equal(changed.isError, false, changed.text)
    const stale = await call('change_post', { id, etag, title: 'Snow' })
    assert.match(stale.text, /PRECONDITION_FAILED[\s\S]*Read the post again/)
    const vague = await call('change_post', { id, replace: [{ old: 'a', new: 'b' }] })
    assert.match(vague.text, /occurs \d+ times/)
    assert.equal((await call('find_posts', { status: 'draft' })).json.posts[0].id, id)
    const preview = await call('preview_post', { id })
    digest = preview.json.digest
    const page = await server.anyone.get(`/preview${new URL(preview.json.url).search}`)
    assert.match(page.body, /all week[\s\S]*<img/)
    const resource = await client.readResource({ uri: `galley://posts/${id}` })
    assert.match(JSON.stringify(resource.contents), /all week/)
    const { resources } = await client.listResources()
    assert.equal(resources.find(({ uri }) => uri === `galley://posts/${id}`)?.title, 'Rain')
    const refused = await call('set_publication', { id, digest, action: 'publish' })
    assert.match(refused.text, /SCOPE_REQUIRED/)
  })
  assert.equal((await readPost(author.session, id)).status, 'draft')
  await withTools(connect, author, [...DRAFTS, 'posts:publish'], async ({ call }) => {
    const other = await call('set_publication', { id, digest: 'another', action: 'publish' })
    assert.match(other.text, /Call preview_post again/)
    const published = await call('set_publication', { id, digest, action: 'publish' })
    assert.equal(published.json?.status, 'published', published.text)
  })
  assert.equal((await readPost(author.session, id)).status, 'published')
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { MARKER, paywalledText, SECRET } from '../../../../markdown/test/support/paywalled-texts.ts'
import { freeLengths } from '../../../src/platform/db/migrations/0010-free-length.ts'
import { changePost, createPost } from '../../support/posts/posts.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const PAID = { is_paid: true, price_jpy: 100 }

let server: TestServer
let author: Person
before(async () => {
  server = await startTestServer()
  author = await server.person({ plan: 'pro_plus', username: 'author' })
})
after(() => server.close())

const contentOf = async (id: string) => (await server.anyone.get(`${PUBLIC}/posts/${id}`)).body.content

describe('a paywall marker in code or after a backslash', () => {
  it('is ignored on every public surface, and the first other marker hides everything after it', async () => {
    for (const [index, { content, free }] of fc.sample(paywalledText, 25).entries()) {
      const { id, slug } = await publish(author.bearer, { ...PAID, content, tags: [`t${index}`] })
      const post = await server.anyone.get(`${PUBLIC}/posts/${id}`)
      assert.equal(post.body.content, free)
      for (const path of [
        `${PUBLIC}/posts/${slug}/html`,
        `${PUBLIC}/posts?tag=t${index}`,
        `/@author/${encodeURIComponent(slug)}`,
        `/tags/t${index}/feed.xml`,
        `/tags/t${index}`,
      ]) {
        const { status, body } = await server.anyone.get(path)
        assert.equal(status, 200, path)
        assert.ok(!JSON.stringify(body).includes(SECRET), `${path} of ${JSON.stringify(content)}`)
      }
    }
  })

  it('leaves the whole post paid if there is no other', async () => {
    for (const content of [
      `\`${MARKER}\` ${SECRET}`,
      `\`\`\`\n${MARKER}\n\`\`\`\n${SECRET}`,
      `    ${MARKER}\n\n${SECRET}`,
      `\\${MARKER} ${SECRET}`,
    ]) {
      const { id } = await publish(author.bearer, { ...PAID, content })
      assert.equal(await contentOf(id), null)
    }
  })

  it('is evaluated again when the text changes, and when the post becomes paid', async () => {
    const { id } = await createPost(author.bearer, {
      content: `😀 \`${MARKER}\` ${MARKER} ${SECRET}`,
      status: 'published',
    })
    await changePost(author.bearer, id, PAID)
    assert.equal(await contentOf(id), `😀 \`${MARKER}\` `)
    await changePost(author.bearer, id, { content: `a ${MARKER} ${SECRET} ${MARKER}` })
    assert.equal(await contentOf(id), 'a ')
    await changePost(author.bearer, id, { content: SECRET })
    assert.equal(await contentOf(id), null)
  })
})

describe('a post that was written when a marker after a backslash ended its free part', () => {
  it('stays as hidden as it was until its text is changed', async () => {
    const { id } = await createPost(author.bearer, { ...PAID, content: `a \\${MARKER} ${SECRET} ${MARKER} b` })
    await sql`update posts set free_length = 3, excerpt = 'a' where id = ${id}`.execute(server.context.db)
    const changes = [{ status: 'published' }, { title: 'New' }, { price_jpy: 200 }, { visibility: 'unlisted' }]
    for (const change of changes) {
      await changePost(author.bearer, id, change)
      assert.equal(await contentOf(id), 'a \\')
      const page = (await server.anyone.get(`${PUBLIC}/posts/${id}/html`)).body
      assert.equal(page.html, '<p>a \\</p>\n')
    }
  })
})

describe('a post whose content was changed without updating its marker position', () => {
  it('shows nothing', async () => {
    const { id } = await publish(author.bearer, { ...PAID, content: `free ${MARKER} paid` })
    await sql`update posts set content = ${`${SECRET} ${SECRET} ${MARKER}`} where id = ${id}`.execute(server.context.db)
    server.context.cache.clear()
    assert.equal(await contentOf(id), null)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}/html`)).body.html, null)
  })
})

describe('the migration that finds the markers of existing posts', () => {
  it('finds the same positions as writing the posts does', async () => {
    const { db } = server.context
    const ids: string[] = []
    for (const { content } of fc.sample(paywalledText, 25))
      ids.push((await createPost(author.bearer, { ...PAID, content })).id)
    const read = () =>
      db.selectFrom('posts').select(['id', 'free_length']).where('id', 'in', ids).orderBy('id').execute()
    const written = await read()
    assert.ok(written.every(({ free_length }) => free_length !== null))
    await sql`alter table posts drop column free_length`.execute(db)
    await freeLengths(db as unknown as Kysely<unknown>)
    assert.deepEqual(await read(), written)
  })
})

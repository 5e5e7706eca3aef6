import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../../../src/platform/core/ids.ts'
import { collectUploads } from '../../../src/writing/uploads/collect-uploads.ts'
import { indexUploads } from '../../../src/writing/uploads/index-uploads.ts'
import { eventually } from '../../support/eventually.ts'
import { plain } from '../../support/posts/images.ts'
import { changePost, createPost } from '../../support/posts/posts.ts'
import { filesOf, upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  await indexUploads(server.context)
})
after(() => server.close())
afterEach(() => sql`delete from uploads`.execute(server.context.db))

let width = 20
const newUpload = async (client = alice.bearer) => (await upload(client, await plain('png', ++width, 5))).body
const age = (id: string, days: number) =>
  sql`update uploads set unused_since = now() - make_interval(days => ${days}) where id = ${id}`.execute(
    server.context.db,
  )
const isServed = async (url: string) => (await server.anyone.get(new URL(url).pathname)).status === 200
const ids = async () => (await alice.bearer.get('/api/v1/uploads')).body.uploads.map(({ id }: { id: string }) => id)

describe('the task collect-uploads', () => {
  it('deletes images that nothing has used in 30 days, and no others', async () => {
    const [old, recent, used] = [await newUpload(), await newUpload(), await newUpload()]
    await createPost(alice.bearer, { content: `![](${used.url})` })
    await age(old.id, 31)
    await age(recent.id, 29)
    // As if the hint were wrong: the use decides.
    await age(used.id, 365)
    assert.equal(await collectUploads(server.context), 1)
    assert.deepEqual(
      [await isServed(old.url), await isServed(recent.url), await isServed(used.url)],
      [false, true, true],
    )
    assert.deepEqual((await ids()).sort(), [recent.id, used.id].sort())
  })

  it('keeps the image of a deleted post and of a profile', async () => {
    const [ofPost, ofProfile] = [await newUpload(), await newUpload()]
    const { id } = await createPost(alice.bearer, { cover_image_url: ofPost.url })
    await alice.bearer.delete(`/api/v1/posts/${id}`)
    await alice.session.patch('/api/v1/me', { avatar_url: ofProfile.url })
    for (const image of [ofPost, ofProfile]) await age(image.id, 365)
    assert.equal(await collectUploads(server.context), 0)
    // A purged post no longer counts. The time of its images begins then.
    await sql`delete from posts where id = ${id}`.execute(server.context.db)
    await sql`update uploads set unused_since = unused_since - interval '31 days'`.execute(server.context.db)
    assert.equal(await collectUploads(server.context), 1)
  })

  it('counts the time from the last upload, and keeps an image that was used once', async () => {
    const image = await plain('png', ++width, 5)
    const first = (await upload(alice.bearer, image)).body
    await age(first.id, 31)
    await upload(alice.bearer, image)
    assert.equal(await collectUploads(server.context), 0)
    const { id } = await createPost(alice.bearer, { content: `![](${first.url})` })
    await changePost(alice.bearer, id, { content: '' })
    await sql`update uploads set unused_since = unused_since - interval '365 days'`.execute(server.context.db)
    assert.equal(await collectUploads(server.context), 0)
    assert.ok(await isServed(first.url))
  })

  it('never deletes an image whose use is written at the same time', async () => {
    const image = await newUpload()
    await age(image.id, 31)
    const post = newId()
    const saving = server.context.db.transaction().execute(async trx => {
      await sql`
        insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only)
        values (${post}, ${alice.account.id}, ${post}, 'T', ${`![](${image.url})`}, '', 'draft', 'article', 'public', '{}', false, false)`.execute(
        trx,
      )
      // The save is not committed yet.
      assert.equal(await collectUploads(server.context), 0)
    })
    await saving
    assert.equal(await collectUploads(server.context), 0)
    assert.ok(await isServed(image.url))
  })

  it('deletes an image only before a save that uses it, however the two overlap', async () => {
    for (let round = 0; round < 10; round++) {
      const image = await newUpload()
      await age(image.id, 31)
      const [saved] = await Promise.all([
        createPost(alice.bearer, { content: `![](${image.url})` }),
        collectUploads(server.context),
      ])
      const { rows } = await sql`
        select from uploads where id = ${image.id} and deleted_at is null and unused_since is not null`.execute(
        server.context.db,
      )
      // A row that is left is used, and its file exists.
      assert.equal(rows.length, 0)
      assert.equal((await ids()).includes(image.id), await isServed(image.url), saved.id)
    }
  })

  it('deletes the file of an image that a killed process has marked', async () => {
    const image = await newUpload()
    await sql`update uploads set deleted_at = now() where id = ${image.id}`.execute(server.context.db)
    assert.equal(await collectUploads(server.context), 1)
    assert.equal(await isServed(image.url), false)
  })

  it('keeps everything with UPLOAD_RETENTION=0, and before all posts were searched', async () => {
    const image = await newUpload()
    await age(image.id, 1000)
    const { context } = server
    assert.equal(await collectUploads({ ...context, settings: { ...context.settings, uploadRetentionMs: 0 } }), 0)
    await sql`update upload_index set finished_at = null`.execute(context.db)
    assert.equal(await collectUploads(context), 0)
    await sql`update upload_index set finished_at = now()`.execute(context.db)
    assert.equal(await collectUploads(context), 1)
  })
})

describe('the task index-uploads', () => {
  const forget = async () => {
    await sql`delete from uploads`.execute(server.context.db)
    await sql`delete from image_uses`.execute(server.context.db)
    await sql`update upload_index set phase = 'posts', cursor = '', finished_at = null`.execute(server.context.db)
  }

  it('records images and uses from before the table existed, with their digests', async () => {
    const person = await server.person()
    const used = await newUpload(person.bearer)
    await newUpload(person.bearer)
    const form = new FormData()
    form.append('file', new File([new Uint8Array(await plain('png', ++width, 5))], 'a.png'))
    const post = await createPost(person.bearer, { content: `![](${used.url})` })
    await person.bearer.send('POST', `/api/v1/posts/${post.id}/thumbnail`, { raw: form })
    const before = (await person.bearer.get('/api/v1/uploads')).body
    await forget()
    assert.equal((await person.bearer.get('/api/v1/uploads')).body.total, 0)
    await indexUploads(server.context)
    const { body } = await person.bearer.get('/api/v1/uploads')
    assert.equal(body.total, 3)
    type Entry = { id: string; sha256: string; width: number; used_by: unknown[] }
    const comparable = ({ uploads }: { uploads: Entry[] }) =>
      uploads
        .map(({ id, sha256, width, used_by }) => ({ id, sha256, width, used_by }))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(comparable(body), comparable(before))
    // Their time begins now.
    assert.equal(await collectUploads(server.context), 0)
    await sql`
      update uploads set unused_since = unused_since - interval '31 days' where user_id = ${person.account.id}`.execute(
      server.context.db,
    )
    assert.equal(await collectUploads(server.context), 1)
  })

  it('reads the size of an image whose name does not contain it, and ignores other files', async () => {
    await forget()
    const folder = join(server.context.settings.dataDir, 'media/posts', alice.account.id)
    await mkdir(folder, { recursive: true })
    const id = newId()
    await writeFile(join(folder, `${id}.png`), await plain('png', 33, 44))
    await writeFile(join(folder, `${newId()}.png`), 'not an image')
    await writeFile(join(folder, 'notes.txt'), 'something else')
    await indexUploads(server.context)
    const { uploads } = (await alice.bearer.get('/api/v1/uploads?limit=100')).body
    const found = uploads.find((entry: { id: string }) => entry.id === id)
    assert.deepEqual([found.width, found.height, found.mime_type], [33, 44, 'image/png'])
    assert.ok((await readdir(folder)).includes('notes.txt'))
  })

  it('goes on where an interrupted run has ended', async () => {
    const person = await server.person()
    for (let i = 0; i < 3; i++) await newUpload(person.bearer)
    await forget()
    let runs = 0
    // Each run does one step.
    await eventually(async () => {
      runs++
      await indexUploads(server.context, 0)
      const { rows } = await sql`select from upload_index where finished_at is not null`.execute(server.context.db)
      assert.equal(rows.length, 1)
    })
    assert.ok(runs > 3, String(runs))
    assert.equal((await person.bearer.get('/api/v1/uploads')).body.total, 3)
    assert.equal((await filesOf(server)).incoming.length, 0)
  })

  it('runs once, and again after a week for files of killed processes', async () => {
    await indexUploads(server.context)
    await newUpload()
    await sql`delete from uploads`.execute(server.context.db)
    assert.equal(await indexUploads(server.context), 0)
    await sql`update upload_index set finished_at = now() - interval '8 days'`.execute(server.context.db)
    assert.ok((await indexUploads(server.context)) >= 1)
  })
})

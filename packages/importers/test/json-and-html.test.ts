import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryArchive } from './support/memory-archive.ts'
import { readAll, textOf } from './support/read-all.ts'

const ghostFile = (posts: unknown[], more: object = {}) =>
  JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data: { posts, ...more } }] })

describe('an export of Ghost', () => {
  it('never publishes a part that was for members only', async () => {
    const post = (id: string, nonMember: boolean) => ({
      id,
      title: id,
      status: 'published',
      html: `<p>a</p><!--kg-gated-block:begin nonMember:${nonMember} memberSegment:"status:-free" --><p>b</p><!--kg-gated-block:end-->`,
    })
    const archive = memoryArchive({ 'ghost.json': ghostFile([post('a', false), post('b', true)]) })
    const { posts } = await readAll('ghost', archive)
    assert.deepEqual(
      posts.map(({ status }) => status),
      ['draft', 'published'],
    )
  })

  it('with hundreds of posts and broken ones among them keeps dates, slugs, tags, drafts and addresses', async () => {
    const posts = Array.from({ length: 300 }, (_, index) => {
      const id = index + 1
      if (id % 100 === 5) return { id: 5, title: 7 }
      return {
        id: `id${id}`,
        uuid: `uuid-${id}`,
        title: `Post ${id}`,
        slug: `post-${id}`,
        html: `<p>Text <a href="__GHOST_URL__/other/">link</a></p><img src="__GHOST_URL__/content/images/2020/01/a.png" alt="A">`,
        feature_image: '__GHOST_URL__/content/images/cover.jpg',
        type: 'post',
        status: id % 10 === 0 ? 'draft' : 'published',
        visibility: id % 50 === 1 ? 'paid' : 'public',
        created_at: '2020-01-02T03:04:05.000Z',
        published_at: id % 10 === 0 ? null : '2020-02-03T04:05:06.000Z',
        canonical_url: id === 3 ? 'https://first.example/3' : null,
        custom_excerpt: 'Sub',
      }
    })
    const more = {
      tags: [
        { id: 't1', name: 'Rain', slug: 'rain' },
        { id: 't2', name: 'Travel', slug: 'travel' },
        { id: 't3', name: '#internal', slug: 'hash-internal' },
      ],
      posts_tags: posts.flatMap(({ id }) => [
        { post_id: id, tag_id: 't1', sort_order: 1 },
        { post_id: id, tag_id: 't2', sort_order: 0 },
        { post_id: id, tag_id: 't3', sort_order: 2 },
      ]),
      posts_meta: [{ post_id: 'id3', meta_description: 'About' }],
    }
    const archive = memoryArchive({ 'ghost.json': ghostFile(posts, more), 'content/images/cover.jpg': 'x' })
    const result = await readAll('ghost', archive, { siteUrl: 'https://old.example' })
    assert.deepEqual(
      [result.posts.length, result.skipped.map(({ message }) => message)],
      [297, Array(3).fill('It has no id.')],
    )
    const post = result.posts.find(({ externalId }) => externalId === 'ghost:uuid-3')!
    assert.deepEqual(
      {
        ...post,
        content: textOf(post.content),
        coverImage: post.coverImage?.address,
        createdAt: post.createdAt?.toISOString(),
        publishedAt: post.publishedAt?.toISOString(),
      },
      {
        externalId: 'ghost:uuid-3',
        source: 'post post-3',
        title: 'Post 3',
        content: 'Text [link](https://old.example/other/)\n\n![A](https://old.example/content/images/2020/01/a.png)',
        status: 'published',
        visibility: 'public',
        slug: 'post-3',
        createdAt: '2020-01-02T03:04:05.000Z',
        publishedAt: '2020-02-03T04:05:06.000Z',
        scheduledFor: undefined,
        tags: ['Travel', 'Rain'],
        category: 'travel',
        sourceCategories: ['Travel'],
        subtitle: 'Sub',
        seoTitle: undefined,
        metaDescription: 'About',
        canonicalUrl: 'https://first.example/3',
        coverImage: 'archive:content/images/cover.jpg',
        oldPaths: ['/post-3'],
        oldUrl: 'https://old.example/post-3/',
        problems: [],
      },
    )
    // What only members could read is never published.
    const paid = result.posts.find(({ externalId }) => externalId === 'ghost:uuid-51')
    assert.deepEqual([paid?.status, paid?.problems[0]?.message], ['draft', 'It was for paid only; it becomes a draft.'])
    assert.equal(result.posts.filter(({ status }) => status === 'draft').length, 36)
  })

  it('has one link for a bookmark', async () => {
    const html = `<p>A</p><figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/a">
      <div class="kg-bookmark-content"><div class="kg-bookmark-title">Rain</div><div class="kg-bookmark-description">It rains.</div>
      <div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://x.example/i.ico"></div></div>
      <div class="kg-bookmark-thumbnail"><img src="https://x.example/t.png"></div></a></figure>`
    const file = ghostFile([{ id: 'a', title: 'A', slug: 'a', html, status: 'published' }])
    const { posts } = await readAll('ghost', memoryArchive({ 'a.json': file }))
    assert.equal(textOf(posts[0]!.content), 'A\n\n[Rain](https://x.example/a)')
  })

  it('is found beside the folders of the site', async () => {
    const post = { id: 'a', title: 'A', slug: 'a', html: '<p>x</p>', status: 'published' }
    const files = { 'content/themes/casper/package.json': '{}', 'site.ghost.json': ghostFile([post]) }
    assert.equal((await readAll('ghost', memoryArchive(files))).posts.length, 1)
  })

  it('is rejected if it is something else', async () => {
    for (const text of ['{', '[]', '{"db":[]}']) {
      await assert.rejects(readAll('ghost', memoryArchive({ 'a.json': text })), { message: 'not_of_ghost' })
    }
  })
})

const mediumFile = (
  title: string,
  body: string,
) => `<!DOCTYPE html><html><head><title>${title}</title><style>x</style></head><body>
<article class="h-entry"><header><h1 class="p-name">${title}</h1></header>
<section data-field="subtitle" class="p-summary">Sub</section>
<section data-field="body" class="e-content"><section name="a" class="section section--body section--first">
<div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner">
<h3 name="1" id="1" class="graf graf--h3 graf--leading graf--title">${title}</h3>${body}</div></div></section></section>
<footer><p>By <a href="https://medium.com/@kim" class="p-author h-card">Kim</a> on
<a href="https://medium.com/p/0123456789ab"><time class="dt-published" datetime="2019-01-31T10:11:12.345Z">January 31, 2019</time></a>.</p>
<p><a href="https://medium.com/@kim/a-title-0123456789ab" class="p-canonical">Canonical link</a></p></footer></article></body></html>`

describe('an export of Medium', () => {
  it('with hundreds of posts and broken ones among them keeps dates, slugs, drafts and addresses', async () => {
    const body =
      '<p class="graf graf--p">Text.</p><figure class="graf graf--figure"><img class="graf-image" data-image-id="x.png" src="https://cdn-images-1.medium.com/max/800/x.png"><figcaption class="imageCaption">Rain</figcaption></figure><pre class="graf graf--pre">a = 1<br>b = 2</pre>'
    const files: Record<string, string | Uint8Array> = { 'README.html': 'x', 'profile/profile.html': 'x' }
    for (let id = 0; id < 300; id++) {
      const hex = id.toString(16).padStart(12, '0')
      const name = id % 10 === 0 ? `draft_Title-${hex}` : `2019-01-31_Title-${hex}`
      files[`posts/${name}.html`] = id % 100 === 7 ? '<html><body>cut off' : mediumFile(`Title ${id}`, body)
    }
    files['posts/2019-01-31_binary-ffffffffffff.html'] = new Uint8Array([0xff, 0xfe, 0x00])
    const { posts, skipped } = await readAll('medium', memoryArchive(files))
    assert.deepEqual([posts.length, skipped.length], [297, 4])
    const post = posts.find(({ title }) => title === 'Title 1')!
    assert.deepEqual(
      [post.externalId, post.slug, post.status, post.publishedAt?.toISOString(), post.subtitle, post.canonicalUrl],
      [
        'medium:000000000001',
        'a-title',
        'published',
        '2019-01-31T10:11:12.345Z',
        'Sub',
        'https://medium.com/@kim/a-title-0123456789ab',
      ],
    )
    assert.equal(
      textOf(post.content),
      'Text.\n\n![](https://cdn-images-1.medium.com/max/800/x.png "Rain")\n\n```\na = 1\nb = 2\n```',
    )
    assert.equal(
      posts.filter(({ status, canonicalUrl }) => status === 'draft' && canonicalUrl === undefined).length,
      30,
    )
  })

  it('publishes no text without a time of publication, as drafts have none', async () => {
    const text = mediumFile('Title', '<p>Text.</p>').replace(/<time.*<\/time>/, '')
    const { posts } = await readAll('medium', memoryArchive({ 'posts/2019-01-31_Title-0123456789ab.html': text }))
    assert.deepEqual([posts[0]?.status, posts[0]?.oldPaths], ['draft', []])
  })
})

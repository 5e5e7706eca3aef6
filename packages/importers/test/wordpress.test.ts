import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryArchive } from './support/memory-archive.ts'
import { readAll, textOf } from './support/read-all.ts'
import { wxrFile, wxrItem } from './support/wxr.ts'

const read = (...items: string[]) => readAll('wordpress', memoryArchive({ 'blog.xml': wxrFile(items) }))

describe('an export of WordPress', () => {
  it('with hundreds of posts and broken ones among them keeps dates, slugs, tags and drafts', async () => {
    const items = Array.from({ length: 400 }, (_, index) => {
      const id = index + 1
      if (id % 100 === 7) return wxrItem({ id, content: '<div>'.repeat(3000) })
      if (id % 100 === 8) return wxrItem({ id, title: 'Not closed', content: 'text' }).replace('</wp:status>', '')
      if (id % 100 === 9) return '<item><title>Empty</title></item>'
      const date = `20${String(10 + (id % 15)).padStart(2, '0')}-03-0${1 + (id % 9)} 12:34:56`
      return wxrItem({
        id,
        title: `記事 ${id} &amp; more`,
        content: `First line.\nSecond line.\n\n<b>Bold</b> ${id}`,
        date,
        name: encodeURIComponent(`記事-${id}`).toLowerCase(),
        status: id % 10 === 0 ? 'draft' : 'publish',
        tags: ['雨', `tag ${id % 7}`],
        categories: [id % 2 === 0 ? 'Tech' : '雑記'],
      })
    })
    const { posts, skipped, total } = await read(...items)
    assert.deepEqual([total, posts.length, skipped.length], [400, 392, 8])
    assert.deepEqual(
      [...new Set(skipped.map(({ message }) => message))],
      ['The elements of the text are nested too deep.', 'It has neither an id nor an address.'],
    )
    // A post whose status cannot be read is not published.
    assert.equal(posts.filter(({ status }) => status === 'draft').length, 40 + 4)
    const post = posts.find(({ externalId }) => externalId === 'wordpress:old.example:42')!
    assert.deepEqual(
      [post.title, post.slug, post.status, post.tags, post.category, post.publishedAt?.toISOString(), post.oldPaths],
      [
        '記事 42 & more',
        '記事-42',
        'published',
        ['雨', 'tag 0'],
        'technology',
        '2022-03-07T12:34:56.000Z',
        ['/2015/06/記事-42'],
      ],
    )
    assert.equal(textOf(post.content), 'First line.\\\nSecond line.\n\n**Bold** 42')
    // A category that the site does not have becomes a tag.
    assert.deepEqual(posts.find(({ externalId }) => externalId.endsWith(':41'))?.tags, ['雨', 'tag 6', '雑記'])
    assert.equal(new Set(posts.map(({ externalId }) => externalId)).size, 392)
  })

  it('keeps what the block editor, shortcodes and plugins store', async () => {
    const { posts } = await read(
      wxrItem({
        id: 9,
        type: 'attachment',
        more: '<wp:attachment_url>https://old.example/wp-content/uploads/cover.png</wp:attachment_url>',
      }),
      wxrItem({
        id: 1,
        content: `<!-- wp:paragraph --><p>a<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup></p><!-- /wp:paragraph -->
          <!-- wp:footnotes /-->`,
        meta: {
          _thumbnail_id: '9',
          footnotes: '[{"content":"A note","id":"n1"}]',
          _yoast_wpseo_canonical: 'https://first.example/a',
          _yoast_wpseo_metadesc: 'About rain',
        },
      }),
      wxrItem({
        id: 2,
        content:
          '[caption id="x" width="300"]<img src="/wp-content/uploads/a.jpg" alt="A" /> Rain[/caption]\n\n[code lang="php"]echo 1 < 2;[/code]\n\n[gallery ids="9"]\n\n[contact-form to="me"]',
      }),
    )
    const [first, second] = posts
    assert.equal(textOf(first!.content), 'a[^1]\n\n[^1]: A note')
    assert.deepEqual(
      [first?.coverImage?.address, first?.canonicalUrl, first?.metaDescription],
      ['https://old.example/wp-content/uploads/cover.png', 'https://first.example/a', 'About rain'],
    )
    assert.equal(
      textOf(second!.content),
      '![A](https://old.example/wp-content/uploads/a.jpg "Rain")\n\n```php\necho 1 < 2;\n```\n\n![](https://old.example/wp-content/uploads/cover.png)\n\n\\[contact-form to="me"]',
    )
    assert.deepEqual(second?.problems, [{ message: 'The shortcode [contact-form] stays as text.' }])
  })

  it('leaves out addresses that the server would refuse', async () => {
    const meta = { _yoast_wpseo_canonical: 'https://first.example/a b' }
    const { posts } = await read(wxrItem({ id: 1, content: 'Text', meta }))
    assert.equal(posts[0]?.canonicalUrl, undefined)
  })

  it('keeps footnotes with any characters', async () => {
    const notes = JSON.stringify([{ id: 'n1', content: "$$5, '$' and $&." }])
    const text = '<p>A<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup></p><!-- wp:footnotes /-->'
    const { posts } = await read(wxrItem({ id: 1, content: text, meta: { footnotes: notes } }))
    assert.equal(textOf(posts[0]!.content), "A[^1]\n\n[^1]: \\$\\$5, '\\$' and \\$&.")
  })

  it('keeps the space with which a Japanese paragraph begins', async () => {
    for (const content of ['　一\n\n　二', '<!-- wp:paragraph --><p>　一</p><p>　二</p><!-- /wp:paragraph -->']) {
      const { posts } = await read(wxrItem({ id: 1, content }))
      assert.equal(textOf(posts[0]!.content), '　一\n\n　二')
    }
  })

  it('keeps the line ends of the classic editor, also in lists, quotes and cells', async () => {
    const content = `A<br />
B
<ul>
	<li>One
two</li>
</ul>
<blockquote>Three
four

Five</blockquote>
<table><tr><th>h
i</th></tr></table>
<div>
six
</div>
<img alt="a
b" src="https://old.example/a.png">`
    const { posts } = await read(wxrItem({ id: 1, content }))
    assert.equal(
      textOf(posts[0]!.content),
      'A\\\nB\n\n- One\\\n  two\n\n> Three\\\n> four\n>\n> Five\n\n| h<br>i |\n| - |\n\nsix\n\n![a b](https://old.example/a.png)',
    )
  })

  it('has the text of shared blocks, and reports blocks and shortcodes whose text it lacks', async () => {
    const { posts, total } = await read(
      wxrItem({
        id: 1,
        content:
          '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:block {"ref":7} /--><!-- wp:block {"ref":8} /--><!-- wp:latest-posts {"x":{"y":1}} /--><p>[box]b[/box]</p>',
      }),
      wxrItem({ id: 7, type: 'wp_block', content: '<!-- wp:paragraph --><p>shared</p><!-- /wp:paragraph -->' }),
      wxrItem({ id: 8, type: 'wp_block', status: 'private', content: '<p>private</p>' }),
      // A block that contains itself is put in once.
      wxrItem({ id: 2, content: '<!-- wp:block {"ref":9} /-->' }),
      wxrItem({ id: 9, type: 'wp_block', content: '<p>x</p><!-- wp:block {"ref":9} /-->' }),
    )
    assert.equal(textOf(posts[0]!.content), 'a\n\nshared\n\n\\[box]b\\[/box]')
    assert.deepEqual(
      posts[0]?.problems.map(({ message }) => message),
      [
        'The block "block" has no text in the export.',
        'The block "latest-posts" has no text in the export.',
        'The shortcode [box] stays as text.',
      ],
    )
    assert.equal(textOf(posts[1]!.content), 'x')
    assert.equal(total, 2)
  })

  it('puts in no shared block that is protected by a password', async () => {
    const { posts } = await read(
      wxrItem({ id: 1, content: '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:block {"ref":7} /-->' }),
      wxrItem({ id: 7, type: 'wp_block', content: '<p>secret</p>', password: 'x' }),
    )
    assert.deepEqual([posts[0]?.status, textOf(posts[0]!.content)], ['published', 'a'])
  })

  it('keeps a percent sign in titles and descriptions, but not the placeholders of plugins', async () => {
    for (const [written, kept] of [
      ['Save 50% of your time', 'Save 50% of your time'],
      ['5% here, 6% there', '5% here, 6% there'],
      ['%%title%% %%sep%% %%sitename%%', undefined],
      ['%title% %sep%', undefined],
      ['In %date(Y)%', undefined],
      ['%%ct_product-cat%%', undefined],
      ['About %%category%% and more', undefined],
    ] as const) {
      const meta = { _yoast_wpseo_title: written, rank_math_description: written }
      const { posts } = await read(wxrItem({ id: 1, content: 'Text', meta }))
      assert.deepEqual([posts[0]?.seoTitle, posts[0]?.metaDescription], [kept, kept], written)
    }
  })

  it('takes a post whose time is now as published, and one a moment later as scheduled', async () => {
    for (const [time, status] of [
      ['2026-01-01 00:00:00', 'published'],
      ['2026-01-01 00:00:01', 'scheduled'],
    ] as const) {
      for (const written of ['publish', 'future']) {
        const { posts } = await read(wxrItem({ id: 1, content: 'Text', status: written, date: time }))
        assert.equal(posts[0]?.status, status, `${written} ${time}`)
      }
    }
  })

  it('names texts of other types, but not menus and the like', async () => {
    const { posts, skipped, total } = await read(
      wxrItem({ id: 1, content: 'a' }),
      wxrItem({ id: 2, type: 'news', content: 'b' }),
      wxrItem({ id: 3, type: 'nav_menu_item', content: 'c' }),
    )
    assert.deepEqual([posts.length, total], [1, 2])
    assert.deepEqual(
      skipped.map(({ reason, message }) => [reason, message]),
      [['not_a_post', 'It is of the type "news", not a post.']],
    )
  })

  it('keeps code in shortcodes that are named after languages', async () => {
    const { posts } = await read(wxrItem({ id: 1, content: '[php]\necho "<b>";\n\n$a[1];\n[/php]' }))
    assert.equal(textOf(posts[0]!.content), '```php\necho "<b>";\n\n$a[1];\n```')
  })

  it('never publishes what was private, protected, in the trash or a page', async () => {
    const { posts, skipped } = await read(
      wxrItem({ id: 1, status: 'private' }),
      wxrItem({ id: 2 }).replace('<wp:post_password><![CDATA[]]>', '<wp:post_password>secret'),
      wxrItem({ id: 3, status: 'trash' }),
      wxrItem({ id: 4, type: 'page' }),
      wxrItem({ id: 5, status: 'future', date: '2030-01-01 00:00:00' }),
    )
    assert.deepEqual(
      posts.map(({ status }) => status),
      ['draft', 'draft', 'scheduled'],
    )
    assert.deepEqual(
      skipped.map(({ reason, message }) => [reason, message]),
      [
        ['not_a_post', 'It is in the trash.'],
        ['not_a_post', 'It is a page, not a post.'],
      ],
    )
  })

  it('that ends too early is reported, and the posts before the end are read', async () => {
    const xml = wxrFile([1, 2, 3].map(id => wxrItem({ id, content: 'x'.repeat(100) })))
    const { posts, skipped, total } = await readAll('wordpress', memoryArchive({ 'a.xml': xml.slice(0, -700) }))
    assert.deepEqual(
      posts.map(({ title }) => title),
      ['Post 1', 'Post 2'],
    )
    assert.deepEqual([skipped[0]?.source, skipped[0]?.reason, skipped.length, total], ['a.xml', 'broken', 1, 3])
    assert.match(skipped[0]?.message ?? '', /ends too early/)
  })

  it('is read in the encoding that it names', async () => {
    const xml = wxrFile([wxrItem({ id: 1, title: 'TITLE' })])
    const [before = '', after = ''] = xml.split('TITLE')
    const shiftJis = Buffer.concat([
      Buffer.from(before.replace('UTF-8', 'Shift_JIS')),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      Buffer.from(after),
    ])
    const utf16 = Buffer.from(`\uFEFF${before}日本${after}`, 'utf16le')
    for (const bytes of [shiftJis, utf16]) {
      const { posts } = await readAll('wordpress', memoryArchive({ 'a.xml': bytes }))
      assert.equal(posts[0]?.title, '日本')
    }
    const wrong = Buffer.concat([Buffer.from(before), Buffer.from([0x93, 0xfa]), Buffer.from(after)])
    const { posts } = await readAll('wordpress', memoryArchive({ 'a.xml': wrong }))
    assert.match(posts[0]?.problems[0]?.message ?? '', /characters that could not be read/)
    const unknown = memoryArchive({ 'a.xml': xml.replace('UTF-8', 'klingon') })
    await assert.rejects(readAll('wordpress', unknown), {
      problem: { code: 'encoding_unknown', values: { encoding: 'klingon' } },
    })
  })

  it('does not expand entities that it defines', async () => {
    const doctype =
      '<!DOCTYPE rss [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;"><!ENTITY file SYSTEM "file:///etc/passwd">]>'
    const xml = wxrFile([wxrItem({ id: 1, content: 'x' }).replace('Post 1', ']]>&b; &file; &amp;<![CDATA[')])
    const { posts } = await readAll('wordpress', memoryArchive({ 'a.xml': xml.replace('<rss', `${doctype}<rss`) }))
    assert.equal(posts[0]?.title, '&b; &file; &')
  })

  it('is rejected if its elements are nested without an end, or if it is something else', async () => {
    const deep = `<rss><channel>${'<a>'.repeat(10_000)}`
    await assert.rejects(readAll('wordpress', memoryArchive({ 'a.xml': deep })), { message: 'xml_nested_too_deep' })
    await assert.rejects(readAll('wordpress', memoryArchive({ 'a.xml': '<html></html>' })), {
      message: 'not_of_wordpress',
    })
    await assert.rejects(readAll('wordpress', memoryArchive({ 'a.txt': '' })), { message: 'no_xml_files' })
  })
})

describe('an export of note', () => {
  it('takes images from its assets, and titles, dates and drafts', async () => {
    const { posts } = await readAll(
      'note',
      memoryArchive({
        'note-kim-1.xml': wxrFile(
          [
            wxrItem({
              id: 1,
              title: '雨の京都',
              name: 'n0123456789ab',
              content: '<p>雨。<br>また雨。</p><p><img src="/assets/n0123_a.png" alt=""></p>',
            }),
            wxrItem({ id: 2, status: 'draft', content: '<p>下書き</p>' }),
          ],
          'https://note.com/kim',
        ),
        'assets/n0123_a.png': 'image',
      }),
    )
    assert.equal(textOf(posts[0]!.content), '雨。\\\nまた雨。\n\n![](archive:assets/n0123_a.png)')
    assert.deepEqual(
      posts.map(({ title, status, publishedAt }) => [title, status, publishedAt?.toISOString()]),
      [
        ['雨の京都', 'published', '2015-06-01T09:00:00.000Z'],
        ['Post 2', 'draft', undefined],
      ],
    )
  })

  it('links to what it embeds, and reports it', async () => {
    const figure = (service: string, url: string) =>
      `<figure data-src="${url}" embedded-service="${service}" embedded-content-key="emb1"></figure>`
    const content = `<p>A</p>${figure('youtube', 'https://www.youtube.com/watch?v=abc')}<p>B</p>`
    const { posts } = await readAll('note', memoryArchive({ 'note.xml': wxrFile([wxrItem({ id: 1, content })]) }))
    assert.equal(textOf(posts[0]!.content), 'A\n\n<https://www.youtube.com/watch?v=abc>\n\nB')
    assert.deepEqual(posts[0]?.problems, [{ message: 'An embed of www.youtube.com was replaced by a link.' }])
  })
})

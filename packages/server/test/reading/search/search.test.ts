import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPost } from '../../support/posts/posts.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { indexChanges, search, titles } from '../../support/posts/search.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let author: Person
before(async () => {
  server = await startTestServer()
  author = await server.person({ plan: 'pro_plus', username: 'search_author' })
  const posts: [string, string, Record<string, unknown>?][] = [
    [
      'Next.js入門',
      'App Routerではじめるウェブ開発。useEffect を使わない書き方も説明します。',
      { tags: ['Next.js', '入門'] },
    ],
    ['猫と暮らす', '朝、猫に起こされる。ごはんは一日二回。', { category: 'lifestyle' }],
    ['東京の天気', '東京都の天気と京都の天気を比べました。', { category: 'travel' }],
    ['京都の東', '東京ではありません。京都の東のはなし。'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'ﾊﾝｶｸｶﾀｶﾅのテキスト。ＡＢＣ。'],
    ['Learning C++', 'Templates in C++ and flags such as --dry-run. Nothing about C# here.', { tags: ['cpp'] }],
    [
      'Tests that help',
      'We tested the running servers with many small tests.\n\n## Proximity\n\nred apple',
      { tags: ['Testing'] },
    ],
    ['Fruit', `A red car. ${'Nothing else. '.repeat(60)} An apple.`],
    ['サーバの選び方', 'レンタルサーバを比較する。'],
  ]
  for (const [title, content, fields] of posts) await publish(author.bearer, { title, content, ...fields })
  await indexChanges(server)
})
after(() => server.close())

describe('a search finds', () => {
  const EXPECTED: Record<string, string[]> = {
    猫: ['猫と暮らす'],
    ごはん: ['猫と暮らす'],
    東京都: ['東京の天気'],
    天気: ['東京の天気'],
    'next.js': ['Next.js入門'],
    'NEXT.JS入門': ['Next.js入門'],
    useEffect: ['Next.js入門'],
    effect: ['Next.js入門'],
    'full width': ['Ｆｕｌｌ　ｗｉｄｔｈ'],
    ハンカクカタカナ: ['Ｆｕｌｌ　ｗｉｄｔｈ'],
    ﾃｷｽﾄ: ['Ｆｕｌｌ　ｗｉｄｔｈ'],
    'C++': ['Learning C++'],
    '--dry-run': ['Learning C++'],
    test: ['Tests that help'],
    server: ['Tests that help'],
    サーバー: ['サーバの選び方'],
    '"京都の東"': ['京都の東'],
    '東京 -天気': ['京都の東'],
    'tag:next.js': ['Next.js入門'],
    '猫 tag:cpp': [],
    '猫 author:search_author': ['猫と暮らす'],
    '猫 author:nobody': [],
    '猫 -author:@Search_Author': [],
    '猫 -author:nobody': ['猫と暮らす'],
    '“red car” fruit': ['Fruit'],
    '“car red” fruit': [],
    '"small tests" -nothing': ['Tests that help'],
    'how to learn C++': ['Learning C++'],
    'the templates in C++': ['Learning C++'],
    ありません: ['京都の東'],
    'no such word': [],
    '天気 -京都': [],
    レシピ: [],
  }
  for (const [q, expected] of Object.entries(EXPECTED)) {
    it(`${q} → ${expected.join(', ') || 'nothing'}`, async () => {
      const found = await search(server, q)
      assert.deepEqual(titles(found), expected)
      assert.equal(found.total, expected.length)
      assert.equal(found.total_is_exact, true)
    })
  }
})

describe('the order', () => {
  it('puts words in the title first', async () => {
    assert.deepEqual(titles(await search(server, '東京')), ['東京の天気', '京都の東'])
  })
  it('puts words that are near each other first', async () => {
    assert.deepEqual(titles(await search(server, 'red apple')), ['Tests that help', 'Fruit'])
  })
  it('is by publication if that is asked for', async () => {
    assert.deepEqual(titles(await search(server, '東京', { sort: 'latest' })), ['京都の東', '東京の天気'])
  })
  it('continues on the next page', async () => {
    const { posts, total } = await search(server, '東京', { limit: 1, offset: 1 })
    assert.deepEqual([posts.map(post => post.title), total], [['京都の東'], 2])
  })
})

describe('filters', () => {
  it('narrow by category, tag and author together', async () => {
    assert.deepEqual(titles(await search(server, '天気', { category: 'travel', author: 'search_author' })), [
      '東京の天気',
    ])
    assert.deepEqual(titles(await search(server, '天気', { category: 'lifestyle', author: 'search_author' })), [])
    assert.deepEqual(titles(await search(server, '天気', { author: '@search_author' })), ['東京の天気'])
    assert.deepEqual(titles(await search(server, 'tests', { tag: 'testing' })), ['Tests that help'])
    assert.deepEqual(titles(await search(server, '天気', { category: 'travel' })), ['東京の天気'])
  })
})

describe('highlights', () => {
  const shown = (text: string, ranges: readonly (readonly number[])[]) =>
    ranges.map(([from, to]) => [...text].slice(from, to).join(''))

  it('name the places of the words in characters of the original text', async () => {
    await publish(author.bearer, { title: '😀 ﾊﾟﾝ屋 <b>', content: '…㍿ﾊﾟﾝ屋の `<i>` ﾊﾟﾝ 🍞 と屋根' })
    await indexChanges(server)
    const { posts } = await search(server, 'パン屋')
    const highlights = posts[0]?.highlights ?? []
    assert.deepEqual(
      highlights.map(({ field, text, ranges }) => [field, shown(text, ranges)]),
      [
        ['title', ['ﾊﾟﾝ屋']],
        ['text', ['ﾊﾟﾝ屋', 'ﾊﾟﾝ', '屋']],
      ],
    )
    assert.equal(highlights[0]?.text, '😀 ﾊﾟﾝ屋 <b>')
  })

  it('show whole words of a long text', async () => {
    await publish(author.bearer, { title: 'Long', content: `${'before '.repeat(50)}centre${' afterwards'.repeat(50)}` })
    await indexChanges(server)
    const [body] = (await search(server, 'centre')).posts[0]?.highlights ?? []
    assert.match(body?.text ?? '', /^(before )+centre( afterwards)+$/)
  })

  it('include the long vowel at the end of a word', async () => {
    await publish(author.bearer, { title: 'コーヒーとｺｰﾋｰ', content: 'x' })
    await indexChanges(server)
    for (const q of ['コーヒー', 'コーヒ']) {
      const [title] = (await search(server, q)).posts[0]?.highlights ?? []
      assert.deepEqual(shown(title?.text ?? '', title?.ranges ?? []), ['コーヒー', 'ｺｰﾋｰ'])
    }
  })
})

describe('a query', () => {
  it('has 1 to 200 characters', async () => {
    for (const q of ['', 'あ'.repeat(201)]) {
      const response = await server.anyone.get(`${PUBLIC}/search?q=${encodeURIComponent(q)}`)
      assert.equal(response.status, 400, JSON.stringify(response.body))
      assert.equal(response.body.error.fields[0].field, 'q')
    }
  })

  it('needs a word', async () => {
    for (const q of ['"', '""', ' ', '" "', '\u3000', '“']) {
      for (const path of [`${PUBLIC}/search`, '/api/v1/posts']) {
        const { status, body } = await author.bearer.get(`${path}?q=${encodeURIComponent(q)}`)
        assert.deepEqual([status, body.error?.fields[0].field], [400, 'q'], q)
      }
    }
    assert.equal((await search(server, 'tag:""')).total, 0)
  })

  const HOSTILE = [
    'a'.repeat(200),
    'あ'.repeat(200),
    '-a '.repeat(66),
    'x '.repeat(100),
    '-'.repeat(200),
    '%_\\%',
    "'; drop table posts; --",
    '((((',
    '"a" '.repeat(50),
    'tag: author: -tag: -"',
    '👩‍👩‍👧‍👦',
    '→',
    'の',
    '-猫',
  ]
  for (const q of HOSTILE) {
    it(`may be ${q.slice(0, 20)}`, async () => {
      const found = await search(server, q)
      assert.ok(found.total >= found.posts.length)
    })
  }
})

describe('a post', () => {
  it('is found by a new text only, as soon as it is indexed', async () => {
    const { id } = await createPost(author.bearer, { title: 'Moving', content: 'oldplace', status: 'published' })
    await indexChanges(server)
    assert.deepEqual(titles(await search(server, 'oldplace')), ['Moving'])
    await author.bearer.patch(`/api/v1/posts/${id}`, { content: 'newplace' })
    assert.deepEqual(titles(await search(server, 'oldplace')), [])
    await indexChanges(server)
    assert.deepEqual(titles(await search(server, 'newplace')), ['Moving'])
    await author.bearer.delete(`/api/v1/posts/${id}`)
    assert.deepEqual(titles(await search(server, 'newplace')), [])
  })
})

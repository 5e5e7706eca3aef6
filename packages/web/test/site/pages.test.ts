import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from '../../../server/test/support/client.ts'
import { publish } from '../../../server/test/support/public.ts'
import { type Person, startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { refreshRankings, updateAccount } from '../../../server/test/support/use-cases.ts'
import { sendForm } from '../support/form.ts'
import { startWebServer } from '../support/web-server.ts'

const HOSTILE = `"><script>alert('x')</script>&amp;`
const ARTICLE = `The opening.

## First things

Some \`code\`.

## Second things

\`\`\`js
const one = 1
\`\`\`

### A detail

The end.`

let server: TestServer
let alice: Person
let bob: Person
let article: string
let hostile: string
let paid: string
before(async () => {
  server = await startWebServer()
  alice = await server.person({ username: 'alice', plan: 'pro_plus' })
  bob = await server.person({ username: 'bob' })
  await updateAccount(server.context.db, alice.account.id, { is_verified: true })
  await alice.session.patch('/api/v1/me', { display_name: 'Alice <b>Marlowe</b>', bio: 'Writes.' })
  article = await pathOf(alice, {
    title: 'On setting a line',
    subtitle: 'Notes from a compositor',
    content: ARTICLE,
    category: 'design',
    tags: ['type', '組版'],
    seo_title: 'Setting a line, for search engines',
    meta_description: 'What a compositor knows.',
    cover_image_url: 'https://images.example/cover.png',
  })
  hostile = await pathOf(bob, { title: HOSTILE, content: `${HOSTILE} [x](javascript:alert(1))`, tags: [HOSTILE] })
  paid = await pathOf(alice, {
    title: '有料の記事',
    content: '無料の部分です。\n\n<!-- paywall -->\n\n秘密の部分です。',
    is_paid: true,
    price_jpy: 1200,
  })
  await refreshRankings(server.context)
})
after(() => server.close())

/** Publishes a post and returns its address. */
async function pathOf({ account, session }: Person, fields: Record<string, unknown>): Promise<string> {
  const { slug } = await publish(session, fields)
  return `/@${account.username}/${encodeURIComponent(slug)}`
}

async function read(path: string, client: Client = server.anyone, headers: Record<string, string> = {}) {
  const answer = await client.get(path, { headers })
  assert.equal(answer.status, 200, `${path}: ${answer.body}`)
  return String(answer.body)
}

/** Like `assert.match`, without the whole page in the message. */
function has(html: string, pattern: RegExp, message = ''): void {
  assert.ok(pattern.test(html), `${message} has no ${pattern}`)
}

function hasNot(html: string, pattern: RegExp, message = ''): void {
  assert.ok(!pattern.test(html), `${message} has ${pattern.exec(html)?.[0]}`)
}

/** The metadata of a page. */
function dataOf(html: string): Record<string, unknown> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

const japanese = { 'accept-language': 'ja,en;q=0.5' }

describe('every page', () => {
  const pages = () => ['/', '/ranking/weekly', '/categories', '/categories/design', '/tags/type', '/@alice', article]

  it('is a complete document in English or Japanese, with one heading, one stylesheet and no inline script or style', async () => {
    for (const path of pages()) {
      for (const [headers, language] of [
        [{}, 'en'],
        [japanese, 'ja'],
      ] as const) {
        const html = await read(path, server.anyone, headers)
        has(html, new RegExp(`^<!doctype html>\\s*<html lang="${language}" data-theme="auto">`), path)
        assert.equal(html.match(/<h1[ >]/g)?.length, 1, path)
        assert.equal(html.match(/<link rel="stylesheet"/g)?.length, 1, path)
        hasNot(html, /<style|\sstyle=|\son\w+=/, path)
        for (const [tag] of html.matchAll(/<script[^>]*>/g)) {
          assert.match(tag, /src="\/assets\/|type="application\/ld\+json"/, path)
        }
        has(html, /<link rel="canonical" href="http:\/\/127\.0\.0\.1:\d+\//, path)
        for (const property of ['og:title', 'og:url', 'og:image', 'og:locale']) {
          assert.equal(html.split(`<meta property="${property}" content="`).length, 2, `${path} ${property}`)
        }
        hasNot(html, /undefined|\[object/, path)
      }
    }
  })

  it('has a content security policy that allows only our own files to run', async () => {
    for (const path of [...pages(), '/nothing']) {
      const { headers } = await server.anyone.get(path)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /^default-src 'none'; frame-ancestors 'none'/)
      assert.match(policy, /script-src 'self'; style-src 'self';/)
      assert.doesNotMatch(policy, /unsafe|\*/)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    }
  })

  it('is cached privately, and sent again only when it has changed', async () => {
    for (const path of pages()) {
      const { headers } = await server.anyone.get(path)
      assert.equal(headers.get('cache-control'), 'private, no-cache')
      assert.match(headers.get('vary') ?? '', /Accept-Language, Cookie/)
      const etag = headers.get('etag') ?? ''
      const again = await server.anyone.get(path, { headers: { 'if-none-match': etag } })
      assert.equal(again.status, 304, path)
      assert.equal(again.body, '')
      const other = await server.anyone.get(path, { headers: { 'if-none-match': etag, ...japanese } })
      assert.equal(other.status, 200, `${path} in another language`)
    }
  })

  it('answers HEAD like GET without the body', async () => {
    const { status, headers, body } = await server.anyone.send('HEAD', article)
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(body, '')
  })

  it('shows log-in links to an anonymous reader, and the own name and a log-out button to others', async () => {
    has(await read('/'), /href="\/login\?next=%2F"/)
    const html = await read('/', bob.session)
    has(html, /href="\/@bob"/)
    has(html, /<form method="post" action="\/logout">/)
    hasNot(html, /href="\/login/)
    has(await read('/', new Client(server.url, { cookie: 'galley_session=none' })), /\/login/)
  })
})

describe('text that people write', () => {
  it('is escaped everywhere: in titles, names, tags, excerpts, bodies and metadata', async () => {
    const pages = ['/', '/?sort=popular', `/tags/${encodeURIComponent(HOSTILE)}`, '/@bob', '/@alice', hostile, article]
    for (const path of pages) {
      const html = await read(path)
      hasNot(html, /<script>|<b>Marlowe|href="javascript/, path)
    }
    const html = await read(hostile)
    has(html, /<h1 lang="en">&quot;&gt;&lt;script&gt;alert\(&#39;x&#39;\)&lt;\/script&gt;&amp;amp;<\/h1>/)
    assert.equal(dataOf(html)['headline'], HOSTILE)
  })

  it('in the path of a request is answered with 404, without a redirect or markup', async () => {
    for (const path of [
      '/@%3Cscript%3E',
      '/@.',
      '/@%2e%2e',
      '/@../feed.xml',
      '/tags/%00',
      '/tags/%ED%A0%80',
      '/@alice/%00',
      '//evil.example/',
      '/\\evil.example',
    ]) {
      const { status, headers, body } = await server.anyone.get(path)
      assert.equal(status, 404, path)
      assert.equal(headers.get('location'), null)
      hasNot(String(body), /<script>/)
    }
  })
})

describe('lists', () => {
  it('show latest, popular or trending posts, mark the current view, and link to the posts', async () => {
    for (const [path, label] of [
      ['/', 'Latest'],
      ['/?sort=popular', 'Popular'],
      ['/categories/design?sort=trending', 'Trending'],
    ] as const) {
      const html = await read(path)
      has(html, new RegExp(`aria-current="page">${label}</a>`), path)
      assert.ok(html.includes(`href="${article}"`), path)
    }
  })

  it('are paged, and answer 404 after the last page', async () => {
    for (let i = 0; i < 21; i++) await publish(bob.session, { title: `Number ${i}`, content: 'x', tags: ['many'] })
    const first = await read('/tags/many')
    assert.equal(first.match(/<article class="entry">/g)?.length, 20)
    has(first, /href="\/tags\/many\?page=2" rel="next"/)
    has(first, /Page 1 of 2/)
    const second = await read('/tags/many?page=2', server.anyone, japanese)
    assert.equal(second.match(/<article class="entry">/g)?.length, 1)
    has(second, /href="\/tags\/many" rel="prev"/)
    has(second, /<link rel="canonical" href="[^"]*\/tags\/many\?page=2">/)
    for (const query of ['page=3', 'page=0', 'page=x', 'page=99999999', 'sort=oldest']) {
      assert.equal((await server.anyone.get(`/tags/many?${query}`)).status, 404, query)
    }
  })

  it('say when they are empty, and exclude unused tags from search engines', async () => {
    has(await read('/categories/sports'), /Nothing here yet/)
    const html = await read('/tags/unused')
    has(html, /Nothing here yet/)
    has(html, /<meta name="robots" content="noindex">/)
  })

  it('link to the feed of the listed posts', async () => {
    for (const [path, feed] of [
      ['/', '/feed.xml'],
      ['/categories/design', '/categories/design/feed.xml'],
      ['/tags/type', '/tags/type/feed.xml'],
      ['/@alice', '/@alice/feed.xml'],
    ] as const) {
      assert.match(
        await read(path),
        new RegExp(`<link rel="alternate" type="application/rss\\+xml" [^>]*href="${feed}"`),
      )
    }
  })
})

describe('a ranking', () => {
  it('shows its period, its last refresh and the next one', async () => {
    for (const type of ['trending', 'weekly', 'monthly', 'saved']) {
      const html = await read(`/ranking/${type}`)
      for (const word of ['Period', 'Last refreshed', 'Next refresh']) has(html, new RegExp(`<dt>${word}</dt>`))
      const times = [...html.matchAll(/<time datetime="([^"]+)">/g)].map(([, iso]) => Date.parse(iso ?? ''))
      const [start = 0, end = 0, , next = 0] = times
      assert.ok(start < end && end < next, type)
      assert.equal(next % (15 * 60_000), 0, 'refreshes happen at full quarters of an hour')
    }
  })

  it('of an unknown type answers 404', async () => {
    assert.equal((await server.anyone.get('/ranking/daily')).status, 404)
    assert.equal((await server.anyone.get('/ranking')).headers.get('location'), '/ranking/trending')
  })
})

describe('a profile', () => {
  it('shows name, badge, bio, counts and titles', async () => {
    const html = await read('/@alice')
    has(html, /Alice &lt;b&gt;Marlowe&lt;\/b&gt;/)
    has(html, /class="verified"/)
    has(html, /Writes\./)
    has(html, /2 articles/)
    assert.ok(html.includes(`href="${article}"`))
    hasNot(await read('/@bob'), /class="verified"/)
  })

  it('can be followed and unfollowed with a form, which sends an anonymous reader to the log-in page', async () => {
    has(await read('/@alice'), /href="\/login\?next=%2F%40alice" rel="nofollow">Follow</)
    has(await read('/@alice', bob.session), /name="on" value="true"/)
    const followed = await sendForm(bob.session, '/@alice/follow', { on: 'true', back: article })
    assert.equal(followed.status, 303)
    assert.equal(followed.headers.get('location'), article)
    has(await read('/@alice', bob.session), /name="on" value="false"[\s\S]*aria-pressed="true"/)
    await sendForm(bob.session, '/@alice/follow', { on: 'false' })
    has(await read('/@alice', bob.session), /aria-pressed="false"/)
    const anonymous = await sendForm(server.anyone, '/@alice/follow', { on: 'true', back: '/@alice' })
    assert.equal(anonymous.headers.get('location'), '/login?next=%2F%40alice')
  })
})

describe('an article', () => {
  it('has its own language, a table of contents, highlighted code, reading time and related posts', async () => {
    const html = await read(article, server.anyone, japanese)
    has(html, /<article class="article" lang="en">/)
    has(html, /<h1 lang="en">On setting a line<\/h1>/)
    has(html, /Notes from a compositor/)
    has(html, /<nav class="toc"[\s\S]*href="#h-first-things">First things<[\s\S]*class="toc-3"/)
    has(html, /<h2 id="h-first-things">/)
    has(html, /class="t-keyword">const /)
    has(html, /読了目安 1分/)
    has(html, /href="\/tags\/%E7%B5%84%E7%89%88" rel="tag" lang="ja"/)
    has(html, /id="related">あわせて読みたい/)
  })

  it('has its title, description, picture, author and dates as metadata', async () => {
    const html = await read(article)
    const url = server.context.settings.publicUrl.origin + article
    for (const [property, content] of [
      ['og:type', 'article'],
      ['og:title', 'Setting a line, for search engines'],
      ['og:description', 'What a compositor knows.'],
      ['og:url', url],
      ['og:image', 'https://images.example/cover.png'],
      ['article:tag', '組版'],
    ]) {
      assert.ok(html.includes(`<meta property="${property}" content="${content}">`), property)
    }
    has(html, /<title>Setting a line, for search engines — Galley<\/title>/)
    has(html, /<meta name="description" content="What a compositor knows\.">/)
    assert.ok(html.includes(`<link rel="canonical" href="${url}">`))
    hasNot(html, /noindex/)
    const data = dataOf(html)
    assert.equal(data['@type'], 'BlogPosting')
    assert.equal(data['inLanguage'], 'en')
    assert.equal(data['isAccessibleForFree'], true)
    assert.equal(data['hasPart'], undefined)
  })

  it('that is paid contains only its free part and its price, in the metadata as well', async () => {
    const html = await read(paid, bob.session, japanese)
    has(html, /無料の部分です。/)
    has(html, /class="paywall-price">[\s\S]*￥1,200|class="paywall-price">[\s\S]*¥1,200/)
    hasNot(html, /秘密/)
    const data = dataOf(html)
    assert.equal(data['isAccessibleForFree'], false)
    assert.deepEqual(data['hasPart'], {
      '@type': 'WebPageElement',
      isAccessibleForFree: false,
      cssSelector: '.paywall',
    })
    const whole = await read(
      await pathOf(alice, { title: 'All of it', content: 'HIDDEN', is_paid: true, price_jpy: 300 }),
    )
    has(whole, /This is a paid article/)
    hasNot(whole, /HIDDEN|class="prose/)
  })

  it('that is unlisted can be opened by its address, and is not indexed', async () => {
    const path = await pathOf(alice, { title: 'A letter', content: 'x', visibility: 'unlisted' })
    has(await read(path), /<meta name="robots" content="noindex">/)
    assert.ok(!(await read('/')).includes(path))
  })

  it('with a canonical_url names that address for search engines and feeds, escaped', async () => {
    const original = 'https://first.example/a?b=1&c="<x>'
    const path = await pathOf(alice, { title: 'Twice', content: 'See [below](#x).', canonical_url: original })
    const html = await read(path)
    has(html, /<link rel="canonical" href="https:\/\/first\.example\/a\?b=1&amp;c=&quot;&lt;x&gt;">/)
    assert.equal(html.split('rel="canonical"').length, 2)
    assert.equal(dataOf(html)['mainEntityOfPage'], original)
    const own = server.context.settings.publicUrl.origin + path
    assert.ok(html.includes(`<meta property="og:url" content="${own}">`))
    const feed = (await server.anyone.get(`/@${alice.account.username}/feed.xml`)).body
    assert.ok(feed.includes('<link>https://first.example/a?b=1&#38;c=&#34;&#60;x&#62;</link>'), feed)
    assert.ok(feed.includes(`${own}#h-x`), 'links in the text belong to the page')
  })

  it('has one address: another author, upper case, the long form or a trailing slash redirect to it', async () => {
    const slug = article.split('/')[2] ?? ''
    for (const path of [`/@bob/${slug}`, `/@ALICE/${slug}`, `/@alice/${slug.toUpperCase()}`, `${article}/`]) {
      const { status, headers } = await server.anyone.get(path)
      assert.equal(status, 301, path)
      assert.equal(headers.get('location'), article, path)
    }
    assert.equal((await server.anyone.get('/@ALICE')).headers.get('location'), '/@alice')
  })

  it('counts one view per reader, whether the page or the API is read', async () => {
    const path = await pathOf(alice, { title: 'Seen', content: 'x' })
    const slug = decodeURIComponent(path.split('/')[2] ?? '')
    const api = `/api/v1/public/posts/${encodeURIComponent(slug)}`
    for (const address of [path, path, api]) await server.anyone.get(address, { headers: { 'user-agent': 'one' } })
    await server.anyone.get(path, { headers: { 'user-agent': 'another' } })
    await bob.session.get(path)
    await alice.session.get(path)
    // HEAD requests and prefetches do not count.
    await server.anyone.send('HEAD', path, { headers: { 'user-agent': 'a checker of links' } })
    const ahead = { 'user-agent': 'ahead', 'sec-purpose': 'prefetch' }
    for (const address of [path, api]) await server.anyone.get(address, { headers: ahead })
    await server.context.views.flush()
    const { view_count } = await server.context.db
      .selectFrom('posts')
      .select('view_count')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    assert.equal(view_count, 3)
  })
})

describe('a reader without scripts', () => {
  it('likes, saves and resonates with a form each, and can undo each', async () => {
    const html = await read(article, bob.session)
    const [, post = ''] = /name="post" value="([^"]+)"/.exec(html) ?? []
    for (const kind of ['like', 'save', 'resonance']) {
      const pressed = new RegExp(`data-kind="${kind}"[^>]*>\\s*<input type="hidden" name="on" value="(true|false)"`)
      const requestedState = async () => pressed.exec(await read(article, bob.session))?.[1]
      assert.equal(await requestedState(), 'true')
      const answer = await sendForm(bob.session, `${article}/${kind}`, { on: 'true', post })
      assert.equal(answer.headers.get('location'), `${article}#reactions`)
      assert.equal(await requestedState(), 'false')
      await sendForm(bob.session, `${article}/${kind}`, { on: 'false', post })
      assert.equal(await requestedState(), 'true')
    }
  })

  it('writes a comment, sees what is wrong with an empty one, and deletes the comment', async () => {
    const html = await read(article, bob.session)
    const [, post = ''] = /name="post" value="([^"]+)"/.exec(html) ?? []
    const sent = await sendForm(bob.session, `${article}/comments`, { post, content: `  ${HOSTILE}\r\nsecond line ` })
    const [, id = ''] = /#comment-([\w-]+)$/.exec(sent.headers.get('location') ?? '') ?? []
    assert.notEqual(id, '', `${sent.status} ${sent.headers.get('location')}`)
    const shown = await read(article)
    has(shown, /&lt;\/script&gt;&amp;amp;\nsecond line<\/p>/)
    assert.ok(!shown.includes(`/comments/${id}/delete`), 'other users may not delete it')
    assert.ok((await read(article, alice.session)).includes(`/comments/${id}/delete`), 'the author may')

    const empty = await sendForm(bob.session, `${article}/comments`, { post, content: ' ' })
    assert.equal(empty.status, 400)
    has(String(empty.body), /id="comment-fault" role="alert"/)
    const long = await sendForm(bob.session, `${article}/comments`, { post, content: 'a'.repeat(2001) })
    assert.equal(long.status, 400)
    has(String(long.body), /<textarea[^>]*aria-invalid="true"[^>]*>a{2001}<\/textarea>/)

    for (const post of ['', '..']) {
      assert.equal((await sendForm(bob.session, `${article}/comments`, { post, content: 'x' })).status, 400)
      assert.equal((await sendForm(bob.session, `${article}/like`, { post, on: 'true' })).status, 400)
    }

    await sendForm(bob.session, `${article}/comments/${id}/delete`, { back: `${article}#comments` })
    assert.ok(!(await read(article)).includes(id))
  })

  it('gets a comment back, with a link to log in, when the session has ended', async () => {
    const guest = await server.person({ username: 'guest' })
    const [, post = ''] = /name="post" value="([^"]+)"/.exec(await read(article, guest.session)) ?? []
    const fields = { post, content: 'Worth a log-in' }
    const answer = await sendForm(server.anyone, `${article}/comments`, fields)
    assert.equal(answer.status, 401)
    has(String(answer.body), /<textarea[^>]*autofocus[^>]*>Worth a log-in<\/textarea>/)
    has(String(answer.body), /role="alert">[^<]+<a href="\/login\?next=[^"]+%23comments" target="_blank"/)
    hasNot(await read(article), /Worth a log-in/)
    // The same form is sent again after logging in in another tab.
    assert.equal((await sendForm(guest.session, `${article}/comments`, fields)).status, 303)
    has(await read(article), /Worth a log-in/)
  })

  it('chooses language and appearance for all pages, and is redirected to a page of this site', async () => {
    const answer = await sendForm(server.anyone, '/preferences', { lang: 'ja', theme: 'dark', back: `${article}?x=1` })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), `${article}?x=1`)
    const cookie = answer.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
    assert.equal(cookie, 'lang=ja; theme=dark')
    const html = await read('/ranking/weekly', server.anyone, { cookie, 'accept-language': 'en' })
    has(html, /<html lang="ja" data-theme="dark">/)
    has(html, /value="dark" aria-pressed="true"/)
    for (const back of ['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', '']) {
      const { headers } = await sendForm(server.anyone, '/preferences', { lang: 'xx', theme: '"><', back })
      assert.equal(headers.get('location'), '/', back)
      assert.deepEqual(headers.getSetCookie(), [])
    }
    server.anyone.cookie = undefined
  })
})

describe('a missing page', () => {
  it('has links to other pages, in the reader’s language', async () => {
    for (const path of ['/nothing', '/@nobody_here', '/@alice/nothing', '/categories/none', '/a/b/c', '/.env']) {
      const { status, headers, body } = await server.anyone.get(path, { headers: japanese })
      assert.equal(status, 404, path)
      assert.equal(headers.get('cache-control'), 'no-store')
      has(String(body), /ページが見つかりません[\s\S]*href="\/">トップページへ/)
      has(String(body), /noindex/)
    }
    has(String((await server.anyone.get('/@alice/nothing')).body), /href="\/@alice">More by Alice &lt;b&gt;/)
  })

  it('is 410 for a deleted post, and 404 for one that was never public', async () => {
    const { id, slug } = await publish(alice.session, { title: 'Withdrawn' })
    await alice.session.delete(`/api/v1/posts/${id}`)
    const gone = await server.anyone.get(`/@alice/${slug}`)
    assert.equal(gone.status, 410)
    has(String(gone.body), /no longer available/)
    const draft = await alice.session.post('/api/v1/posts', { title: 'Draft', content: 'x' })
    assert.equal((await alice.session.get(`/@alice/${draft.body.slug}`)).status, 404)
  })

  it('is a JSON error under the paths of the API', async () => {
    for (const path of ['/api/v1/nothing', '/api', '/media/x', '/assets/x.js', '/docs/x']) {
      const { status, headers } = await server.anyone.get(path)
      assert.equal(status, 404, path)
      assert.match(headers.get('content-type') ?? '', /^application\/json/, path)
    }
  })

  it('is distinct from a wrong method: 405 names the allowed methods', async () => {
    const { status, headers } = await server.anyone.send('PUT', '/')
    assert.equal(status, 405)
    assert.equal(headers.get('allow'), 'GET, HEAD')
    assert.equal((await sendForm(server.anyone, '/nothing', {})).status, 404)
  })
})

describe('an error page', () => {
  it('is shown for a form from another site, and nothing is changed', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const path of ['/@alice/follow', '/preferences']) {
      const { status, headers, body } = await sendForm(bob.session, path, { on: 'true', lang: 'ja' }, foreign)
      assert.equal(status, 403, path)
      assert.deepEqual(headers.getSetCookie(), [])
      has(String(body), /not allowed/)
    }
    has(await read('/@alice', bob.session), /aria-pressed="false"/)
  })

  it('is shown for a request that is refused before it is read', async () => {
    const tooLong = await sendForm(bob.session, '/login', { login: 'x'.repeat(70_000) })
    assert.equal(tooLong.status, 413)
    has(String(tooLong.body), /<h1>That is too long<\/h1>/)
    for (const type of ['application/json', 'text/csv']) {
      const { status, body } = await bob.session.send('POST', '/login', { raw: '{', headers: { 'content-type': type } })
      assert.equal(status, 400, type)
      has(String(body), /<h1>That did not work<\/h1>/)
    }
  })

  it('is shown for an internal error, with the request id and without the cause', async () => {
    const broken = await startTestServer()
    try {
      const { session } = await broken.person()
      await broken.context.db.schema.dropTable('listings').cascade().execute()
      const { status, headers, body } = await session.get('/', { headers: { 'x-request-id': 'quote-me' } })
      assert.equal(status, 500)
      assert.equal(headers.get('cache-control'), 'no-store')
      has(String(body), /quote quote-me/)
      hasNot(String(body), /listings|relation|\.ts\b/)
    } finally {
      await broken.close()
    }
  })

  it('is shown for too many requests, and each page counts as one request', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_REQUESTS: '3' } })
    try {
      for (let i = 0; i < 3; i++) assert.equal((await limited.anyone.get('/')).status, 200)
      const { status, headers, body } = await limited.anyone.get('/')
      assert.equal(status, 429)
      assert.ok(Number(headers.get('retry-after')) > 0)
      has(String(body), /Too many requests/)
      assert.equal((await limited.anyone.get('/api/v1/public/categories')).status, 429)
    } finally {
      await limited.close()
    }
  })
})

describe('the studio', () => {
  it('is one document for every path under /studio, for users who are logged in', async () => {
    for (const path of ['/studio', '/studio/posts/new?x=1']) {
      const html = await read(path, alice.session, japanese)
      has(html, /<html lang="ja" data-theme="auto">/)
      has(html, /<div id="studio"><\/div>/)
      has(html, /<script type="module" src="\/assets\/[\w.-]+\.js">/)
      const { status, headers } = await server.anyone.get(path)
      assert.equal(status, 303)
      assert.equal(headers.get('location'), `/login?next=${encodeURIComponent(path)}`)
    }
  })
})

describe('built files', () => {
  it('are cached for ever under hashed names, and compressed if the browser accepts it', async () => {
    const html = await read('/')
    for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
      const { status, headers } = await server.anyone.get(path, { headers: { 'accept-encoding': 'br' } })
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(headers.get('content-encoding'), 'br')
      const plain = await server.anyone.get(path, { headers: { 'accept-encoding': 'identity' } })
      assert.equal(plain.headers.get('content-encoding'), null)
      assert.ok(String(plain.body).length > 0)
    }
    for (const path of ['/assets/manifest.json', '/assets/..%2Fmanifest.json', '/assets/%2e%2e/build.ts']) {
      assert.equal((await server.anyone.get(path)).status, 404, path)
    }
  })
})

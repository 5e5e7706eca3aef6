import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from '../../../server/test/support/client.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { setupUrl } from '../../../server/test/support/use-cases.ts'
import { sendForm } from '../support/form.ts'
import { dataOf, has, hasNot, readPage } from '../support/pages.ts'
import { startWebServer } from '../support/web-server.ts'

const NAME = 'Kiosk & <Co>'
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>'

let server: TestServer
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-logo-'))
  await writeFile(join(folder, 'logo.svg'), LOGO)
  server = await startWebServer({
    env: {
      SITE_NAME: NAME,
      SITE_DESCRIPTION: '町の小さな\n読みもの',
      SITE_LOGO: join(folder, 'logo.svg'),
      SITE_LANGUAGE: 'ja',
      SITE_FOOTER: 'Run by [us](https://us.example), not <script>alert(1)</script>[x](javascript:alert(1)).',
    },
  })
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const english = { 'accept-language': 'en' }

describe('the set-up page', () => {
  it('is announced on the front page, at log-in and sign-up, without the link, until there is an administrator', async () => {
    const token = new URL((await setupUrl(server.context)) ?? '').searchParams.get('token') ?? ''
    for (const path of ['/', '/login', '/signup']) {
      const page = await readPage(server.anyone, path, english)
      has(page, /このサイトにはまだ管理者がいません/)
      assert.ok(!page.includes(token))
    }
    hasNot(await readPage(server.anyone, '/categories'), /まだ管理者がいません/)
  })

  it('creates the first account without scripts, and then says in both languages that the link is void', async () => {
    const { pathname, search } = new URL((await setupUrl(server.context)) ?? '')
    const page = await readPage(server.anyone, pathname + search)
    has(page, /<h1>Kiosk &amp; &lt;Co&gt;のセットアップ<\/h1>/)
    const [, action = ''] = /<form class="doorway-form" method="post" action="([^"]*)"/.exec(page) ?? []
    const person = { username: 'first', email: 'first@example.com', display_name: '', password: 'correct horse' }
    const refused = await sendForm(server.anyone, action, { ...person, password: 'short' })
    assert.equal(refused.status, 400)
    has(refused.body, /id="password-error"/)
    const client = new Client(server.url)
    const answer = await sendForm(client, action, person)
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/studio'])
    const studio = await readPage(client, '/studio')
    has(studio, /<meta name="application-name" content="Kiosk &amp; &lt;Co&gt;">/)
    const texts = [
      await server.anyone.get(action),
      await sendForm(server.anyone, action, person, { cookie: 'lang=en' }),
    ]
    assert.deepEqual(
      texts.map(({ status }) => status),
      [403, 403],
    )
    has(texts[0]?.body, /このリンクは使えません/)
    has(texts[1]?.body, /This link is not valid/)
    assert.equal((await server.anyone.get('/setup')).status, 403)
    for (const path of ['/login', '/signup']) hasNot(await readPage(server.anyone, path), /まだ管理者がいません/)
  })
})

describe('the settings of the site', () => {
  it('are on every page: name, description, logo, language and footer', async () => {
    const page = await readPage(server.anyone, '/', english)
    has(page, /<html lang="ja"/)
    has(page, /<title>Kiosk &amp; &lt;Co&gt; — 町の小さな 読みもの<\/title>/)
    has(page, /<meta name="description" content="町の小さな 読みもの">/)
    has(
      page,
      /<a class="wordmark" href="\/"><img class="logo" src="\/site-logo\?v=[0-9a-f]{8}" alt="" height="28"><span>/,
    )
    has(page, /Run by <a href="https:\/\/us\.example"/)
    hasNot(page, /<script>|href="javascript:|og-image|touch-icon|Galley/)
    has(await readPage(server.anyone, '/', { cookie: 'lang=en' }), /<html lang="en"/)
    const [, src = ''] = /class="logo" src="([^"]*)"/.exec(page) ?? []
    const logo = await server.anyone.get(src)
    assert.equal(logo.body, LOGO)
    assert.match(logo.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  })

  it('are in feeds, metadata and the manifest', async () => {
    const author = await server.person({ username: 'author' })
    const { slug } = await publish(author.session, { title: 'A text', content: 'Text.', category: 'books' })
    const feed = await readPage(server.anyone, '/feed.xml')
    has(
      feed,
      /<title>Kiosk &#38; &#60;Co&#62;<\/title>\n<link>[^<]*<\/link>\n<description>町の小さな 読みもの<\/description>\n<language>ja</,
    )
    has(await readPage(server.anyone, '/categories/books/feed.xml'), /の「本」の新着記事|の「[^」]+」の新着記事/)
    const data = dataOf(await readPage(server.anyone, `/@author/${slug}`))
    const publisher = data['publisher'] as { name: string; logo: { url: string } }
    assert.equal(publisher.name, NAME)
    assert.match(publisher.logo.url, /^http:\/\/127\.0\.0\.1:\d+\/site-logo\?v=/)
    const manifest = JSON.parse(await readPage(server.anyone, '/manifest.webmanifest'))
    assert.deepEqual([manifest.name, manifest.lang, manifest.icons[0].type], [NAME, 'ja', 'image/svg+xml'])
    has(await readPage(server.anyone, '/favicon.svg'), />K<\/text>/)
  })
})

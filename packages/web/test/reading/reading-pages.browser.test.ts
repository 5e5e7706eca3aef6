import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publish, READER } from '../../../server/test/support/posts/public.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { assertFits, VARIANTS, withEachLook } from '../support/layout.ts'
import { logInAs } from '../support/log-in-as.ts'
import { has, hasNot, japanese, readPage } from '../support/pages.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
let browser: TestBrowser
let alice: Person
let bob: Person
before(async () => {
  server = await startWebServer()
  browser = await startBrowser(server.url)
  alice = await server.person({ username: 'alice' })
  bob = await server.person({ username: 'bob', plan: 'free' })
  const bio = 'Writes about rain, snow and everything between them, every week. '.repeat(5)
  await alice.session.patch('/api/v1/me', { bio })
  const { id } = await publish(alice.bearer, { title: 'On rain' })
  await bob.session.put(`${READER}/users/alice/follow`)
  await bob.session.put(`${READER}/posts/${id}/save`)
  await bob.session.put(`${READER}/posts/${id}/like`)
})
after(async () => {
  await browser.close()
  await server.close()
})

const PATHS = ['/following', '/saved', '/liked', '/following/authors']

describe('the lists of a reader', () => {
  it('show what the reader follows, saved and liked, and are in the header', async () => {
    for (const path of PATHS) {
      const html = await readPage(bob.session, path)
      has(html, path === '/following/authors' ? /href="\/@alice"/ : /On rain/, path)
      has(html, /<meta name="robots" content="noindex">/, path)
      has(html, /<a href="\/following" aria-current="page">Library<\/a>/, path)
    }
    has(await readPage(bob.session, '/'), /<a href="\/following">Library<\/a>/)
    hasNot(await readPage(server.anyone, '/'), /Library/)
    has(await readPage(bob.session, '/saved', japanese), /マイリスト/)
  })

  it('say how to begin while they are empty', async () => {
    for (const path of PATHS)
      has(await readPage(alice.session, path), /class="empty"[\s\S]*href="\/ranking\/weekly"/, path)
  })

  it('ask to log in, and a page that does not exist is 404', async () => {
    for (const path of PATHS) {
      const { status, headers } = await server.anyone.get(path)
      assert.deepEqual([status, headers.get('location')], [303, `/login?next=${encodeURIComponent(path)}`], path)
    }
    assert.equal((await bob.session.get('/saved?page=2')).status, 404)
    assert.equal((await bob.session.get('/saved?page=x')).status, 404)
  })

  for (const variant of VARIANTS) {
    it(`fit and are accessible (${variant.locale})`, async () => {
      await browser.visit({ locale: variant.locale }, async page => {
        await logInAs(page, bob, server.url)
        for (const path of [...PATHS, '/notifications', '/notifications/settings']) {
          await page.goto(path)
          await withEachLook(page, variant, async () => {
            await assertFits(page)
            // The three lists of posts have the same markup.
            if (path !== '/following' && path !== '/liked') await assertAccessible(page)
          })
        }
      })
    })
  }
})

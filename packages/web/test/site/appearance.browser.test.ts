import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { publish } from '../../../server/test/support/posts/public.ts'
import { indexChanges } from '../../../server/test/support/posts/search.ts'
import { createSeries, entryOf } from '../../../server/test/support/posts/series.ts'
import { refreshRankings } from '../../../server/test/support/use-cases.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { becomesTrue } from '../support/becomes-true.ts'
import { assertFits, assertWholeWords, DESKTOP, PHONE, showAs, VARIANTS, withEachLook } from '../support/layout.ts'
import { logInAs } from '../support/log-in-as.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { unvisitedPages } from '../support/unvisited-pages.ts'

let site: TestSite
let pages: readonly string[]
let seriesPath: string
let deleteSeries: () => Promise<void>
before(async () => {
  site = await startSite()
  const { session } = site.author
  const deleted = await publish(session, { title: 'Taken down' })
  await session.delete(`/api/v1/posts/${deleted.id}`)
  await session.post(`/api/v1/reader/posts/${site.posts.english.id}/comments`, {
    content: `A comment with a long address: https://example.com/${'x'.repeat(200)}`,
  })
  for (const { id } of [site.posts.english, site.posts.paid]) {
    await (await site.server.person()).session.put(`/api/v1/reader/posts/${id}/like`)
  }
  const { session: other } = await site.server.person({ username: 'other_author' })
  const series = await createSeries(other, { title: '雨の一年 — A year of rain', description: 'In parts. '.repeat(30) })
  const parts = [
    await publish(other, { title: 'The first part', ...entryOf(series, 1) }),
    await publish(other, { title: 'The second part, with a title that takes two lines', ...entryOf(series, 2) }),
  ]
  seriesPath = new URL(series.url).pathname
  deleteSeries = async () => {
    for (const { id } of parts) await other.delete(`/api/v1/posts/${id}`)
  }
  await refreshRankings(site.server.context)
  await indexChanges(site.server)
  pages = [
    '/',
    '/?sort=trending',
    '/ranking/trending',
    '/categories',
    '/categories/books',
    '/categories/sports',
    `/tags/${encodeURIComponent('a tag of many words that goes on and on')}`,
    '/@author',
    site.paths.english,
    site.paths.japanese,
    site.paths.paid,
    site.paths.whollyPaid,
    '/search',
    `/search?q=${encodeURIComponent('余白')}`,
    '/search?q=reading&tag=reading',
    '/search?q=nothing-like-this',
    seriesPath,
    `/@other_author/${parts[0]?.slug}`,
    '/login',
    '/signup',
    '/password-reset',
    '/recovery-code',
    '/verify-email?token=x',
    '/unsubscribe?token=posts.x',
    '/nothing/here',
    `/@author/${deleted.slug}`,
  ]
})
after(() => site?.close())

const pagesOfUsers = () => ['/', '/@author', site.paths.english, `/report?post=${site.posts.paid.id}`]

/** Pages that are checked elsewhere, or do not need it. */
const OTHERS = {
  'leads to another page': ['/ranking', '/purchases/:id/return'],
  'reading-pages.browser.test.ts': [
    ...['/following', '/saved', '/liked', '/following/authors', '/notifications', '/notifications/settings'],
  ],
  'buying.browser.test.ts': ['/@:username/:slug/buy', '/checkout/:id', '/purchases', '/purchases/:id'],
  'devices.browser.test.ts': ['/device'],
  'tests of the studio': ['/studio', '/studio/*'],
  'looks like an article': ['/preview', '/purchases/:id/text', '/legal/notice', '/legal/terms'],
  'has the form of /signup, before there is an account': ['/setup'],
  'has the form of /device, for a program that is registered': ['/oauth/authorize'],
}

describe('every page fits the window, logs no error, breaks no policy, and has no serious axe violations', () => {
  // Lists of further posts, which are checked next, have three entries.
  after(() => deleteSeries())

  it('is visited here, or is left out for a stated reason', () => {
    assert.deepEqual(
      unvisitedPages([...pages, ...pagesOfUsers()]).sort(),
      Object.values(OTHERS).flat().sort(),
      'add an address of the page to pages, or its route to OTHERS',
    )
  })

  for (const variant of VARIANTS) {
    const { locale, looks } = variant
    const expected = [/status of 4(?:00|04|10)/]

    it(`in ${locale}, light and dark, on a phone and on a desktop`, async () => {
      const ofManyColours = [site.paths.english, site.paths.paid, seriesPath, '/search?q=reading&tag=reading']
      await site.browser.visit({ locale, expected }, async page => {
        for (const path of pages) {
          await showAs(page, looks[0])
          await page.goto(path)
          assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2))
          await withEachLook(page, variant, async look => {
            await assertFits(page)
            if (locale === 'ja-JP') await assertWholeWords(page)
            // The markup is always the same, so it is checked once; the colours are checked on a few pages.
            const isFirst = locale === 'en-US' && look === looks[0]
            if (isFirst || ofManyColours.includes(path)) await assertAccessible(page)
            if (look === looks[0]) await assertFitsWithLargeText(page)
          })
        }
        await page.goto('/signup')
        await page.locator('main form button[type="submit"]').click()
        await page.getByRole('alert').waitFor()
        await withEachLook(page, variant, async () => {
          await assertFits(page)
          await assertAccessible(page)
          if (locale === 'ja-JP') await assertWholeWords(page)
        })
      })
    })

    it(`in ${locale}, for a user who is logged in, on a phone`, async () => {
      await site.browser.visit({ locale, viewport: PHONE }, async page => {
        await logInAs(page, site.author, site.server.url)
        for (const path of pagesOfUsers()) {
          await page.goto(path)
          await assertFits(page)
          if (locale === 'en-US') await assertAccessible(page)
          await assertFitsWithLargeText(page)
        }
      })
    })
  }
})

/** Asserts that the page fits with text twice as large. */
async function assertFitsWithLargeText(page: Page): Promise<void> {
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  await assertFits(page)
  await page.evaluate('document.documentElement.style.fontSize = ""')
}

describe('a reading page', () => {
  it('loads at most 15 KB of script and one stylesheet', async () => {
    await site.browser.visit({}, async page => {
      const scripts: Promise<Buffer>[] = []
      const styles: string[] = []
      page.on('response', response => {
        const type = response.request().resourceType()
        if (type === 'script') scripts.push(response.body())
        if (type === 'stylesheet') styles.push(response.url())
      })
      await page.goto(site.paths.english, { waitUntil: 'networkidle' })
      const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + body.length, 0)
      assert.ok(bytes > 0 && bytes <= 15 * 1024, `${bytes} bytes of script`)
      assert.equal(styles.length, 1)
    })
  })

  it('does not shift its layout while pictures and scripts load', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await site.browser.visit({ viewport }, async page => {
        // A browser under load may paint before it has parsed the whole HTML; pictures and scripts follow after that.
        await page.addInitScript(`const entries = []
          new PerformanceObserver(list => entries.push(...list.getEntries()))
            .observe({ type: 'layout-shift', buffered: true })
          window.shifts = () => entries
            .filter(({ startTime }) => startTime >= performance.getEntriesByType('navigation')[0].domInteractive)
            .map(({ value, sources }) =>
              value + ' ' + sources.map(source => source.node?.parentElement?.outerHTML.slice(0, 80)))`)
        for (const path of [site.paths.english, '/', '/ranking/trending']) {
          await page.goto(path, { waitUntil: 'networkidle' })
          await scrollThrough(page)
          assert.deepEqual(await page.evaluate('shifts()'), [], path)
        }
      })
    }
  })

  it('has links beside the list that are large enough for a finger', async () => {
    await site.browser.visit({ viewport: { width: 390, height: 844 } }, async page => {
      await page.goto('/')
      const small = await page.evaluate(`[...document.querySelectorAll('.front-aside li a')]
        .map(link => ({ name: link.textContent, box: link.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 24 || box.width < 24).map(({ name }) => name)`)
      assert.deepEqual(small, [])
      assert.ok((await page.locator('.front-aside li a').count()) > 24)
    })
  })

  it('uses the chosen appearance instead of the system’s', async () => {
    await site.browser.visit({ colorScheme: 'light' }, async page => {
      await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.server.url }])
      await page.goto('/')
      const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(paper, 'rgb(19, 21, 19)')
    })
  })
})

describe('a list of posts', () => {
  it('shows pictures in 16:9 that load when they are scrolled to, and no frame for a post without one', async () => {
    await site.browser.visit({}, async page => {
      for (const [viewport, path] of [
        [PHONE, '/'],
        [DESKTOP, '/'],
        [PHONE, '/ranking/trending'],
        [DESKTOP, site.paths.japanese],
      ] as const) {
        await page.setViewportSize(viewport)
        await page.goto(path)
        await scrollThrough(page)
        const pictures = await page.evaluate(`[...document.querySelectorAll('.thumbnail img')].map(image => ({
          ratio: Math.round((image.clientWidth / image.clientHeight) * 100) / 100, alt: image.alt, loading: image.loading
        }))`)
        const expected = { ratio: 1.78, alt: '', loading: 'lazy' }
        assert.deepEqual(pictures, [expected, expected], `${path} at ${viewport.width}`)
      }
    })
  })

  it('marks paid posts with their price, and shows subtitles', async () => {
    await site.browser.visit({}, async page => {
      await page.goto('/')
      const entry = (title: string) => page.locator('.entry', { hasText: title })
      assert.match(await entry('A text with a price').innerText(), /値段のある文章[\s\S]*¥1,500/)
      assert.match(await entry('All of it paid').innerText(), /¥1,500/)
      assert.doesNotMatch(await entry('On reading slowly').innerText(), /¥/)
      await page.goto('/ranking/trending')
      assert.match(await page.locator('.ranked', { hasText: 'A text with a price' }).innerText(), /¥1,500/)
      await page.goto(site.paths.japanese)
      assert.match(await page.locator('.related').innerText(), /¥1,500/)
    })
  })
})

/** Scrolls by one window at a time, so that lazy pictures are loaded. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate<number>('document.body.scrollHeight')
  for (let top = 0; top < height; top += 800) await page.mouse.wheel(0, 800)
  await becomesTrue(page, '[...document.images].every(image => image.complete && image.naturalWidth > 0)')
}

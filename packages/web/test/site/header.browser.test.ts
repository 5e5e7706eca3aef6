import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertFits } from '../support/layout.ts'
import { logInAs } from '../support/log-in-as.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
before(async () => {
  site = await startSite()
  const { session } = await site.server.person()
  await session.post(`/api/v1/reader/posts/${site.posts.english.id}/comments`, { content: 'News for the author.' })
})
after(() => site?.close())

/** The number of rows that these elements are in, counted by their centres. */
const rowsOf = (page: Page, selector: string) =>
  page.evaluate<number>(`(() => {
    const boxes = [...document.querySelectorAll(${JSON.stringify(selector)})].map(element => element.getBoundingClientRect())
    const centres = boxes.filter(({ width }) => width > 1).map(({ top, bottom }) => (top + bottom) / 2)
    return centres.filter((centre, i) => i === 0 || Math.abs(centre - centres[i - 1]) > 8).length
  })()`)

const TOP = '.wordmark, .masthead-search, .account > *'
const PLACES = '.places li'
/** The widest text that the number of notifications has. */
const MANY_UNREAD = 'document.querySelector(".account-unread").textContent = "99+"'

describe('the header', { concurrency: 2 }, () => {
  for (const locale of ['en-US', 'ja-JP']) {
    it(`in ${locale} has no broken row at any width, logged in or not`, async () => {
      await site.browser.visit({ locale }, async page => {
        const assertRows = async () => {
          for (const width of [320, 360, 390, 480, 560, 768, 832, 880, 928, 960, 992, 1024, 1088, 1136, 1280]) {
            await page.setViewportSize({ width, height: 600 })
            const isWide = width >= 928
            const where = `${width} pixels`
            if (isWide) assert.equal(await rowsOf(page, `${TOP}, ${PLACES}`), 1, where)
            assert.equal(await rowsOf(page, TOP), 1, where)
            assert.equal(await rowsOf(page, PLACES), 1, `places at ${where}`)
            await assertFits(page)
          }
        }
        await page.goto(site.paths.english)
        await assertRows()
        await logInAs(page, site.author, site.server.url)
        // On the front page, the link of the current place is bold.
        for (const path of [site.paths.english, '/']) {
          await page.goto(path)
          await page.getByRole('link', { name: locale === 'en-US' ? /^Notifications/ : /^お知らせ|^通知/ }).waitFor()
          await page.evaluate(MANY_UNREAD)
          await assertRows()
        }
      })
    })
  }
})

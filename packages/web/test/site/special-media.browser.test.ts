import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { publish } from '../../../server/test/support/posts/public.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
before(async () => {
  site = await startSite()
})
after(() => site?.close())

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, name) => element.ownerDocument.defaultView?.getComputedStyle(element)[name as 'color'] ?? '',
      property,
    )

describe('a printed article', () => {
  it('has dark text on white paper, also if the reader has chosen the dark appearance', async () => {
    await site.browser.visit({}, async page => {
      await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.server.url }])
      await page.goto(site.paths.english)
      await page.emulateMedia({ media: 'print' })
      assert.equal(await styleOf(page, 'html', 'colorScheme'), 'light')
    })
  })

  it('shows the end of its free part in full, and nothing to press', async () => {
    await site.browser.visit({}, async page => {
      await page.goto(site.paths.paid)
      await page.emulateMedia({ media: 'print' })
      assert.equal(await styleOf(page, '.prose', 'maskImage'), 'none')
      assert.equal(await page.locator('.paywall-price').isVisible(), true)
      const controls = page.locator(':is(.button, .reaction, .report-link, button, input, summary):visible')
      assert.deepEqual(await controls.allInnerTexts(), [])
    })
  })
})

describe('with the colours of the system', () => {
  it('the current tab is the only underlined one', async () => {
    await site.browser.visit({ forcedColors: 'active' }, async page => {
      await page.goto('/')
      const paper = await styleOf(page, 'body', 'backgroundColor')
      assert.equal(await styleOf(page, '.tabs a:not([aria-current])', 'borderBottomColor'), paper)
      assert.notEqual(await styleOf(page, '.tabs a[aria-current]', 'borderBottomColor'), paper)
    })
  })

  it('the end of a free part does not fade', async () => {
    await site.browser.visit({ forcedColors: 'active' }, async page => {
      await page.goto(site.paths.paid)
      assert.equal(await styleOf(page, '.prose', 'maskImage'), 'none')
    })
    await site.browser.visit({ contrast: 'more' }, async page => {
      await page.goto(site.paths.paid)
      assert.equal(await styleOf(page, '.prose', 'maskImage'), 'none')
    })
  })
})

describe('a text that is written from right to left', () => {
  let path: string
  before(async () => {
    const content =
      'هذا نص.\n\n- واحد.\n\n<p dir="rtl">English.</p>\n<p dir="rtl" lang="en">English.</p>\n<blockquote dir="rtl"><p>English.</p></blockquote>\n\nAn English one.'
    const { slug } = await publish(site.author.session, { title: 'مرحبا بالعالم!', content })
    path = `/@author/${slug}`
  })

  it('begins at the right, and its full stop is at the left', async () => {
    await site.browser.visit({}, async page => {
      await page.goto(path)
      for (const selector of ['h1', '.prose p', '.prose li']) {
        const { first, last, block } = await places(page, selector)
        assert.ok(last.right <= first.left, `${selector}: the last character is left of the first one`)
        assert.ok(Math.abs(first.right - block.right) < 2, `${selector}: the first character is at the right edge`)
      }
      await page.goto('/')
      const title = await places(page, '.entry-title a')
      assert.ok(title.last.right <= title.first.left, 'also in a list')
    })
  })

  it('has the direction that its author chose', async () => {
    await site.browser.visit({}, async page => {
      await page.goto(path)
      for (const selector of ['.prose p[dir]:not([lang])', '.prose p[dir][lang]', '.prose blockquote[dir] p']) {
        const { first, last } = await places(page, selector)
        assert.ok(last.right <= first.left, `${selector}: the full stop is at the left`)
      }
    })
  })

  it('does not change an English paragraph of the same article', async () => {
    await site.browser.visit({}, async page => {
      await page.goto(path)
      const { first, block } = await places(page, '.prose > p:last-child')
      assert.ok(Math.abs(first.left - block.left) < 2, 'it begins at the left')
    })
  })
})

type Box = Readonly<Record<'left' | 'right', number>>

/** Where the first and the last character of an element are. */
const places = (page: Page, selector: string): Promise<Record<'first' | 'last' | 'block', Box>> =>
  page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const text = element.firstChild
    const boxOf = (from, to) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      const { left, right } = range.getBoundingClientRect()
      return { left, right }
    }
    const { left, right } = element.getBoundingClientRect()
    return { first: boxOf(0, 1), last: boxOf(text.length - 1, text.length), block: { left, right } }
  })()`)

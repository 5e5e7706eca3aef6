import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { publish } from '../../../server/test/support/posts/public.ts'
import { startSite, type TestSite } from '../support/site.ts'

/** Above and below the letter. */
const PILED = `Z${'\u0301\u0316\u0348\u0353\u0320\u0300\u0302\u0304\u0306\u0308\u030a\u030b\u030c'.repeat(7)}`

let site: TestSite
before(async () => {
  site = await startSite()
  const { session } = site.author
  await publish(session, { title: PILED })
  const piled = await site.server.person()
  await piled.session.patch('/api/v1/me', { display_name: PILED.slice(0, 50) })
  for (const person of [piled, site.author])
    await person.session.post(`/api/v1/reader/posts/${site.posts.english.id}/comments`, { content: 'Some words.' })
})
after(() => site?.close())

/** What is seen of this element while the accents are there, and after they are taken away. */
async function seenWith(page: Page, selector: string): Promise<[string, string]> {
  const picture = async () => {
    await page.locator(selector).scrollIntoViewIfNeeded()
    return (await page.screenshot({ clip: await wholePixelsOf(page, selector) })).toString('base64')
  }
  const withAccents = await picture()
  await page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.data = text.data.normalize('NFD').replaceAll(/\\p{M}/gu, '')
  })()`)
  return [withAccents, await picture()]
}

/**
 * The rows and columns that belong to this element only. Its edges may be between pixels, as the height of a line depends on
 * the font, and a picture of the element would then include a row of the next one.
 */
async function wholePixelsOf(page: Page, selector: string) {
  const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? assert.fail(`no ${selector}`)
  const [left, top] = [Math.ceil(x), Math.ceil(y)]
  return { x: left, y: top, width: Math.floor(x + width) - left, height: Math.floor(y + height) - top }
}

describe('many accents on one letter', () => {
  for (const [what, path, neighbour] of [
    ['of a title are not painted over the tabs above it', () => '/@author', '.tabs'],
    ['of a name are not painted over the comment above it', () => site.paths.english, '.comment:first-child'],
  ] as const) {
    it(what, async () => {
      await site.browser.visit({ viewport: { width: 800, height: 800 } }, async page => {
        await page.goto(path())
        const [withAccents, without] = await seenWith(page, neighbour)
        assert.ok(withAccents === without)
      })
    })
  }
})

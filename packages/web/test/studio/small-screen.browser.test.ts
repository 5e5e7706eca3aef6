import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'
import { createPost } from '../../../server/test/support/posts/posts.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { createSeries } from '../../../server/test/support/posts/series.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { assertFits } from '../support/layout.ts'
import { logInAs } from '../support/log-in-as.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'
import { textOf } from '../support/writing-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const LINES = Array.from({ length: 80 }, (_, at) => `Line ${at + 1} of a text that is longer than the screen.`)

/** Simulates an on-screen keyboard that covers the page, as on iOS: only the visual viewport shrinks. */
const KEYBOARD = `{
  const area = new EventTarget()
  Object.assign(area, { scale: 1, offsetTop: 0, height: innerHeight, width: innerWidth })
  Object.defineProperty(window, 'visualViewport', { value: area })
  window.openKeyboard = height => {
    area.height = innerHeight - height
    area.dispatchEvent(new Event('resize'))
  }
}`

/** The position of the caret, and the part of the screen in which it is visible. */
const measure = (page: Page) =>
  page.evaluate<{ top: number; bottom: number; from: number; to: number }>(`(() => {
    const { startContainer: node, startOffset: at } = getSelection().getRangeAt(0)
    const line = (node.nodeType === 1 ? node : node.parentElement).closest('.cm-line')
    // Measures the letter after the caret: where a line wraps, the caret itself has two positions.
    const letter = document.createRange()
    if (node.nodeType === 3 && node.length > 0) {
      const from = Math.min(at, node.length - 1)
      letter.setStart(node, from)
      letter.setEnd(node, from + 1)
    }
    const { top, bottom } = letter.getClientRects()[0] ?? line.getBoundingClientRect()
    const edge = (selector, side) => {
      const box = document.querySelector(selector)?.getBoundingClientRect()
      return box && box.height > 0 ? box[side] : undefined
    }
    return {
      top,
      bottom,
      from: edge('.toolbar', 'bottom') ?? edge('.editor-header', 'bottom'),
      to: Math.min(edge('.text-foot', 'top') ?? Infinity, visualViewport.offsetTop + visualViewport.height),
    }
  })()`)

const caretIsSeen = (page: Page, when: string) =>
  eventually(async () => {
    const { top, bottom, from, to } = await measure(page)
    assert.ok(top >= from, `${when}: the caret at ${top} is hidden by what ends at ${from}`)
    assert.ok(bottom <= to, `${when}: the caret at ${bottom} is hidden by what begins at ${to}`)
    assert.ok(to - from >= 200, `${when}: ${to - from} px are left for the text`)
  })

async function goEverywhere(page: Page): Promise<void> {
  for (const key of ['Control+End', 'Control+Home', 'PageDown', 'PageDown', 'PageUp', 'Control+End']) {
    await page.keyboard.press(key)
    await caretIsSeen(page, key)
  }
  await page.keyboard.type('\n\nMore.\n\n')
  await caretIsSeen(page, 'typing at the end')
  for (let n = 0; n < 30; n++) await page.keyboard.press('ArrowUp')
  await caretIsSeen(page, 'going up')
  await page.keyboard.type('Typed')
  await caretIsSeen(page, 'typing in the middle')
}

describe('a very long word', () => {
  it('in a title or description does not make a page wider than a phone', async () => {
    const person = await studio.server.person()
    const word = 'https://example.com/'.padEnd(100, 'w')
    const series = await createSeries(person.session, { title: word, description: word })
    await publish(person.session, { title: word, subtitle: word, content: word, tags: [word.slice(0, 50)] })
    const pages = ['', 'series', `series/${series.id}`, 'calendar']
    for (const path of pages) {
      const work = async (page: Page) => {
        await page.getByText(word).first().waitFor()
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.viewport.width, path)
      }
      await studio.visit(person, `/studio/${path}`, work, PHONE)
    }
  })
})

describe('writing on a phone', { concurrency: 2 }, () => {
  it('the caret is never hidden by the toolbars', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'A phone', content: LINES.join('\n\n') })
    const work = async (page: Page) => {
      await textOf(page).tap()
      await goEverywhere(page)
      await assertFits(page)
      await assertAccessible(page)
    }
    await studio.visit(person, `/studio/posts/${id}`, work, PHONE)
  })

  it('the caret is never hidden by a keyboard that covers the page', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'A keyboard', content: LINES.join('\n\n') })
    await studio.browser.visit(PHONE, async page => {
      await page.addInitScript(KEYBOARD)
      await logInAs(page, person, studio.server.url)
      await page.goto(`/studio/posts/${id}`)
      await page.locator('.cm-line', { hasText: 'Line 9 ' }).tap()
      await page.evaluate('openKeyboard(380)')
      await caretIsSeen(page, 'the keyboard opens')
      await goEverywhere(page)
      await page.evaluate('openKeyboard(0)')
      await caretIsSeen(page, 'the keyboard closes')
    })
  })

  it('the caret is never hidden when the keyboard shrinks the page', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'A smaller page', content: LINES.join('\n\n') })
    const work = async (page: Page) => {
      await page.locator('.cm-line', { hasText: 'Line 9 ' }).tap()
      await page.setViewportSize({ width: 390, height: 440 })
      await caretIsSeen(page, 'the page gets smaller')
      await goEverywhere(page)
    }
    await studio.visit(person, `/studio/posts/${id}`, work, PHONE)
  })

  it('pages fit if the letters of the browser are twice as large', async () => {
    const admin = await studio.server.person({ role: 'admin', plan: 'pro_plus', username: 'w'.repeat(30) })
    await publish(admin.session, { title: 'A long title of a post that has readers' })
    await admin.session.post('/api/v1/tokens', { name: 'A token' })
    await studio.browser.visit({ viewport: { width: 360, height: 740 } }, async page => {
      await logInAs(page, admin, studio.server.url)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
      const names = ['', '/calendar', '/media', '/statistics', '/settings/tokens', '/settings/webhooks', '/admin/users']
      for (const name of names) {
        await page.goto(`/studio${name}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('.skeleton').waitFor({ state: 'detached' })
        await assertFits(page)
      }
    })
  })
})

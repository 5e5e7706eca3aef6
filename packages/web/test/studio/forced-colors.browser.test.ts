import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startStudio, type TestStudio } from '../support/studio.ts'
import { textOf } from '../support/writing-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

/** The background and outline that the browser shows. A transparent background shows that of a parent. */
const look = (page: Page, selector: string, part = ''): Promise<string> =>
  page.evaluate<string>(`(() => {
    const shown = document.querySelector('${selector}')
    const { backgroundColor, outlineStyle } = getComputedStyle(shown, '${part}')
    let colour = backgroundColor
    for (let parent = shown.parentElement; parent && /^rgba.*, 0\\)$/.test(colour); parent = parent.parentElement) {
      colour = getComputedStyle(parent).backgroundColor
    }
    return colour + ', ' + outlineStyle
  })()`)

const openDetails = (page: Page) => page.getByRole('button', { name: 'Details' }).click()

describe('in the colours of the system', () => {
  it('the chosen view and an open panel look different from the others', async () => {
    const person = await studio.server.person()
    const visit = async (page: Page) => {
      await textOf(page).waitFor()
      assert.notEqual(
        await look(page, '.view-choice :checked + span'),
        await look(page, '.view-choice :not(:checked) + span'),
      )
      const closed = await look(page, '.editor-header .button[aria-expanded="false"]')
      await openDetails(page)
      await page.locator('.editor-header .button[aria-expanded="true"]').waitFor()
      assert.notEqual(await look(page, '.editor-header .button[aria-expanded="true"]'), closed)
    }
    await studio.visit(person, '/studio/posts/new', visit, { forcedColors: 'active' })
  })

  it('a switch has a visible knob', async () => {
    const person = await studio.server.person({ plan: 'pro_plus' })
    const visit = async (page: Page) => {
      await openDetails(page)
      const paid = page.getByRole('switch').first()
      await paid.waitFor()
      assert.notEqual(await look(page, '.switch > input', '::before'), await look(page, '.switch > input'))
      await paid.check()
      assert.notEqual(await look(page, '.switch > input', '::before'), await look(page, '.switch > input'))
    }
    await studio.visit(person, '/studio/posts/new', visit, { forcedColors: 'active' })
  })

  it('the highlighted entry of the quick search looks different from the others', async () => {
    const person = await studio.server.person()
    const visit = async (page: Page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.locator('.palette-option[data-highlighted]').waitFor()
      assert.notEqual(
        await look(page, '.palette-option[data-highlighted]'),
        await look(page, '.palette-option:not([data-highlighted])'),
      )
    }
    await studio.visit(person, '/studio', visit, { forcedColors: 'active' })
  })
})

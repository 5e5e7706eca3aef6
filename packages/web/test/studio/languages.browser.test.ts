import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../../../server/test/support/test-server.ts'
import { ensureBuilt } from '../../src/build.ts'
import { assertAccessible } from '../support/accessibility.ts'
import type { VisitOptions } from '../support/browser.ts'
import { assertWholeWords } from '../support/layout.ts'
import { logInAs } from '../support/log-in-as.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let person: Person
before(async () => {
  studio = await startStudio()
  person = await studio.server.person()
})
after(() => studio?.close())

/** Opens no page yet, so that a test can prepare it first. */
const visit = (use: (page: Page) => Promise<void>, options: VisitOptions) =>
  studio.browser.visit(options, async page => {
    await logInAs(page, person, studio.server.url)
    await use(page)
  })

/** Records every text that the studio shows. */
const RECORD_TEXTS = `{
  globalThis.shownTexts = new Set()
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('#studio, #studio [aria-label]')) {
      shownTexts.add(element.id === 'studio' ? element.innerText : element.getAttribute('aria-label'))
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}`

describe('the texts of the studio', () => {
  for (const [locale, mine, other, heading] of [
    ['ja-JP', 'messages.ja', 'messages.en', '記事'],
    ['en-US', 'messages.en', 'messages.ja', 'Posts'],
  ] as const) {
    it(`are loaded only in the language of the page, before anything is shown: ${locale}`, async () => {
      await visit(
        async page => {
          const loaded: string[] = []
          page.on('request', request => loaded.push(basename(new URL(request.url()).pathname)))
          await page.addInitScript(RECORD_TEXTS)
          await page.goto('/studio')
          await page.getByRole('heading', { level: 1, name: heading }).waitFor()
          await page.goto('/studio/settings/webhooks')
          await page.getByRole('heading', { level: 1 }).waitFor()
          assert.ok(loaded.some(file => file.startsWith(mine)))
          assert.deepEqual(
            loaded.filter(file => file.startsWith(other)),
            [],
          )
          const shown = await page.evaluate<string[]>('[...shownTexts]')
          const wrong = locale === 'ja-JP' ? /Loading|Settings|Statistics/ : /[ぁ-ん]/
          assert.deepEqual(
            shown.filter(text => wrong.test(text)),
            [],
          )
        },
        { locale },
      )
    })
  }

  it('have no spaces between Japanese sentences, after a number or around a bracket', async () => {
    await visit(
      async page => {
        await page.clock.setFixedTime(Date.now() + 5 * 60_000)
        const text = (selector: string) => page.locator(selector).first().innerText()
        await page.goto('/studio/settings/sessions')
        assert.equal(await text('main td:has(time)'), '5分前')
        await page.goto('/studio/calendar')
        assert.equal(
          await text('.lead'),
          'いつ何が公開されるかを確認できます。時刻はすべて日本標準時（Asia/Tokyo）です。',
        )
      },
      { locale: 'ja-JP', timezoneId: 'Asia/Tokyo' },
    )
  })

  it('have no word in katakana broken between two lines on the narrowest phones', async () => {
    const settings = ['profile', 'security', 'tokens', 'assistants', 'webhooks', 'sessions', 'plan']
    const pages = ['calendar', 'statistics', 'sales', 'import', 'redirects', 'series', 'trash']
    await visit(
      async page => {
        for (const path of [...settings.map(name => `settings/${name}`), ...pages]) {
          await page.setViewportSize({ width: 320, height: 640 })
          await page.goto(`/studio/${path}`, { waitUntil: 'networkidle' })
          await page.getByRole('heading', { level: 1 }).waitFor()
          await assertWholeWords(page)
          await page.setViewportSize({ width: 390, height: 640 })
          await assertWholeWords(page)
        }
      },
      { locale: 'ja-JP' },
    )
  })

  it('are not in any other file of the build', async () => {
    const { studio } = await ensureBuilt(line => console.log(line))
    const japanese = globSync('*.js', { cwd: studio }).filter(file => {
      const code = readFileSync(join(studio, file), 'utf8')
      return (code.match(/[ぁ-んァ-ヶ]{3,}/g) ?? []).length > 5
    })
    assert.deepEqual(
      japanese.map(file => file.split('-')[0]),
      // Imports know the Japanese names of categories.
      ['import', 'messages.ja'],
    )
  })

  it('that cannot be loaded result in an error message with a button to try again', async () => {
    await visit(
      async page => {
        await page.route(/messages\.ja/, route => route.abort())
        await page.goto('/studio')
        await page.getByRole('alert').getByText('スタジオを読み込めませんでした').waitFor()
        await assertAccessible(page)
        await page.unroute(/messages\.ja/)
        await page.getByRole('button', { name: 'ページを再読み込み' }).click()
        await page.getByRole('heading', { level: 1, name: '記事' }).waitFor()
      },
      { locale: 'ja-JP', expected: [/ERR_FAILED|could not be loaded/] },
    )
  })
})

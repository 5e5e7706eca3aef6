import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'
import { createPost } from '../../../server/test/support/posts/posts.ts'
import type { Person } from '../../../server/test/support/test-server.ts'
import { fields as en } from '../../src/studio/i18n/en/fields.ts'
import { fields as ja } from '../../src/studio/i18n/ja/fields.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { announced, announcements } from '../support/announcements.ts'
import type { VisitOptions } from '../support/browser.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'
import { focused, press, type } from '../support/studio-page.ts'

let studio: TestStudio
let person: Person
before(async () => {
  studio = await startStudio()
  person = await studio.server.person()
})
after(() => studio?.close())

const visit = (path: string, use: (page: Page) => Promise<void>, options?: VisitOptions) =>
  studio.visit(person, `/studio/${path}`, use, options)

const focusIsOn = (page: Page, name: string | RegExp) =>
  eventually(async () => {
    const on = await focused(page)
    assert.ok(typeof name === 'string' ? on === name : name.test(on), `the focus is on ${on}, not on ${name}`)
  })

/** The label of the field that has the focus. */
const focusedLabel = (page: Page) => page.evaluate<string>(`document.activeElement.labels?.[0]?.textContent ?? ''`)

const REFUSED = { expected: [/status of 4\d\d/] }

describe('navigating to another page', () => {
  it('moves the focus to the heading and announces the page, except for the first page', async () => {
    await visit('', async page => {
      assert.deepEqual(await announcements(page), [])
      await page.getByRole('link', { name: 'Statistics' }).first().click()
      await announced(page, 'Statistics')
      await focusIsOn(page, 'Statistics')
      await page.getByRole('link', { name: 'Settings' }).first().click()
      await announced(page, 'Profile')
      await focusIsOn(page, 'Profile')
      await assertAccessible(page)
      await page.getByRole('link', { name: 'API tokens' }).click()
      await announced(page, 'API tokens')
      await focusIsOn(page, 'API tokens')
      await page.goBack()
      await focusIsOn(page, 'Profile')
    })
  })

  it('announces the title of a post, and moves the focus to its text', async () => {
    await createPost(person.session, { title: 'On being heard', content: 'was here' })
    await visit('', async page => {
      await page.getByRole('link', { name: 'On being heard' }).first().click()
      await announced(page, 'On being heard')
      await focusIsOn(page, 'Text, in Markdown')
      await page.keyboard.type('It ')
      await page.getByText('It was here').first().waitFor()
    })
  })

  it('moves the focus to the title of a new post', async () => {
    await visit('', async page => {
      await page.getByRole('link', { name: 'Write', exact: true }).first().click()
      await announced(page, 'New post')
      await focusIsOn(page, 'Title')
    })
  })

  it('keeps the focus when only the query changes, such as the period', async () => {
    await visit('statistics', async page => {
      await page.getByRole('link', { name: '7 days' }).click()
      await page.waitForURL(/days=7/)
      await focusIsOn(page, '7 days')
      assert.deepEqual(await announcements(page), [])
    })
  })
})

describe('a refused form', () => {
  it('announces the fault of the profile and moves the focus to its field', async () => {
    await visit(
      'settings/profile',
      async page => {
        await page.getByLabel('Name', { exact: true }).fill(' ')
        await press(page, 'Save')
        await announced(page, 'Name: Must not be blank.')
        await eventually(async () => assert.equal(await focusedLabel(page), 'Name'))
        const field = page.getByLabel('Name', { exact: true })
        assert.equal(await field.getAttribute('aria-invalid'), 'true')
        await assertAccessible(page)
      },
      REFUSED,
    )
  })

  it('moves the focus to the first of two faults of the password and announces both', async () => {
    await visit(
      'settings/profile',
      async page => {
        await page.getByLabel('New password').fill('short')
        await press(page, 'Change password')
        await announced(page, /^(Current password|Password): .+/)
        await eventually(async () => assert.match(await focusedLabel(page), /password/i))
        assert.equal(await page.evaluate(`document.activeElement.getAttribute('aria-invalid')`), 'true')
      },
      REFUSED,
    )
  })

  it('announces the missing fields of a token before anything is sent', async () => {
    await visit('settings/tokens', async page => {
      await press(page, 'Issue a token')
      await page.getByLabel('Name', { exact: true }).fill('tool')
      await page.getByLabel('Expires').selectOption('chosen')
      await press(page.getByRole('dialog'), 'Issue a token')
      await announced(page, 'Choose a day and a time.')
      await eventually(async () => assert.equal(await focusedLabel(page), 'Expires at'))
    })
  })

  it('moves the focus to the first of several faults of a webhook', async () => {
    await visit(
      'settings/webhooks',
      async page => {
        await press(page, 'Register a webhook')
        await page.getByLabel('Address').fill('https://example.com/hook')
        const dialog = page.getByRole('dialog')
        for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
        await press(dialog, 'Register')
        await announced(page, /^Events: /)
        await eventually(async () => assert.equal(await focusedLabel(page), 'post.created'))
        await assertAccessible(page)
      },
      REFUSED,
    )
  })
})

describe('the report of an import', () => {
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const FILES = [
    file('posts.json', '[{"id": "1", "file": "draft.md", "title": "Draft"}]'),
    file('draft.md', `---\ntitle: Draft\nseo_title: ${'x'.repeat(201)}\ncover_image_url: http:nowhere\n---\n\nText`),
  ]
  for (const [locale, labels] of [
    ['en-US', [`${en.seo_title}: Must have at most 200 characters.`, `${en.cover_image_url}: Must be`]],
    ['ja-JP', [`${ja.seo_title}：長すぎます。`, `${ja.cover_image_url}：`]],
  ] as const) {
    it(`names each refused field by its label: ${locale}`, async () => {
      await visit(
        'import?kind=export',
        async page => {
          await page.locator('input[type=file]').setInputFiles(FILES)
          await page.locator('form.import-form [type=submit]').click()
          await page.locator('.import-actions .button-primary').click()
          const report = await page.locator('td .import-problems').innerText()
          for (const label of labels) assert.ok(report.includes(label), `${label} is not in ${report}`)
          assert.doesNotMatch(report, /seo_title|cover_image_url/)
        },
        { ...REFUSED, locale },
      )
    })
  }
})

describe('a toast', () => {
  it('with an undo button is announced, and does not expire while it is hovered or focused', async () => {
    await createPost(person.session, { title: 'Deleted by mistake' })
    await visit('', async page => {
      const deleted = page.getByRole('group', { name: '“Deleted by mistake” is in the trash.' })
      await page.getByRole('button', { name: 'Actions for “Deleted by mistake”' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.clock.install()
      await press(page.getByRole('dialog'), 'Delete')
      await announced(page, /^“Deleted by mistake” is in the trash\./)
      await assertAccessible(page)
      await deleted.hover()
      await page.clock.runFor(60_000)
      assert.ok(await deleted.isVisible(), 'stays while it is hovered')
      await type(page, 'F6', 'Tab', 'Tab')
      await focusIsOn(page, 'Undo')
      await page.mouse.move(0, 0)
      await page.clock.runFor(60_000)
      assert.ok(await deleted.isVisible(), 'stays while it is focused')
      await type(page, 'Enter')
      await announced(page, /^Post restored as a draft\./)
      await deleted.waitFor({ state: 'detached' })
    })
  })

  it('disappears after a while when it is neither hovered nor focused', async () => {
    await visit('settings/profile', async page => {
      const saved = page.getByRole('group', { name: 'Saved' })
      await page.clock.install()
      await press(page, 'Save')
      await announced(page, /^Saved/)
      await saved.hover()
      await page.clock.runFor(60_000)
      assert.ok(await saved.isVisible())
      await page.mouse.move(0, 0)
      await page.clock.runFor(7000)
      await eventually(async () => assert.equal(await saved.count(), 0))
    })
  })
})

describe('a menu', () => {
  const openMenu = async (page: Page) => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menu').waitFor()
  }

  it('focuses the entry whose first letters are typed, and marks the current values', async () => {
    await visit('', async page => {
      await openMenu(page)
      await assertAccessible(page)
      const radio = (name: string) => page.getByRole('menuitemradio', { name })
      assert.equal(await radio('Same as the device').getAttribute('aria-checked'), 'true')
      assert.equal(await radio('English').getAttribute('aria-checked'), 'true')
      assert.equal(await radio('日本語').getAttribute('aria-checked'), 'false')
      await type(page, 'd', 'a')
      await focusIsOn(page, 'Dark')
      await type(page, 'Enter')
      await focusIsOn(page, /^Account of/)
      assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark')
      await openMenu(page)
      assert.equal(await radio('Dark').getAttribute('aria-checked'), 'true')
      await assertAccessible(page)
      await type(page, 'Escape')
      await focusIsOn(page, /^Account of/)
    })
  })

  it('stays beside its button when the page is scrolled', async () => {
    for (let n = 0; n < 12; n++) await createPost(person.session, { title: `Row ${n}` })
    await visit(
      '',
      async page => {
        const button = page.getByRole('button', { name: 'Actions for “Row 6”' })
        await button.click()
        const menu = page.getByRole('menu')
        await menu.waitFor()
        const distance = async () => {
          const [at, popup] = await Promise.all([button.boundingBox(), menu.boundingBox()])
          return Math.round(popup!.y - at!.y)
        }
        const before = await distance()
        const top = (await button.boundingBox())!.y
        await page.mouse.wheel(0, 60)
        await eventually(async () => assert.ok((await button.boundingBox())!.y < top - 30, 'the page is scrolled'))
        await eventually(async () => assert.equal(await distance(), before))
      },
      { viewport: { width: 1280, height: 900 } },
    )
  })
})

describe('the palette', () => {
  it('is a combobox whose highlighted entry is run by Enter, and announces when nothing is found', async () => {
    await visit('', async page => {
      await type(page, 'Control+k')
      const field = page.getByRole('combobox', { name: 'Search pages, commands and posts' })
      await field.waitFor()
      await focusIsOn(page, 'Search pages, commands and posts')
      await assertAccessible(page)
      await page.keyboard.type('no such thing')
      await announced(page, 'Nothing found')
      await assertAccessible(page)
      await field.fill('calen')
      await eventually(async () => {
        const id = await field.getAttribute('aria-activedescendant')
        assert.ok(id)
        assert.match(await page.locator(`[id="${id}"]`).innerText(), /Calendar/)
      })
      await type(page, 'Enter')
      await announced(page, 'Calendar')
      await focusIsOn(page, 'Calendar')
    })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { plain } from '../../../../server/test/support/posts/images.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import { assertAccessible } from '../../support/accessibility.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { VARIANTS } from '../../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { chooseImages, NO_RESPONSE, stateIs, textOf } from '../../support/writing-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const sheetOf = (page: Page) => page.getByRole('dialog')

const FENCED = 'Free.\n\n```html\n<!-- paywall -->\n```\n\nStill free.'

describe('publishing', { concurrency: 4 }, () => {
  it('first shows the card of the lists and asks for missing fields', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'A card', content: 'The first lines of it.' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.keyboard.press('Control+Enter')
      const sheet = sheetOf(page)
      const card = sheet.locator('.list-card')
      assert.match(await card.innerText(), /A card[\s\S]*No thumbnail[\s\S]*The first lines of it\./)
      await sheet.getByRole('heading', { name: 'Not set yet' }).waitFor()

      await sheet.getByLabel('Category').selectOption('Books')
      await sheet.getByLabel('Tags').fill('harbour')
      await page.keyboard.press('Enter')
      await sheet
        .getByLabel('Thumbnail')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await plain('png') })
      await card.locator('img.list-card-picture').waitFor()
      assert.match(await card.innerText(), /Books[\s\S]*A card/)
      assert.ok(await sheet.getByLabel('Category').isVisible(), 'a field that was filled stays')
      await eventually(async () => {
        const { category, tags, thumbnail_url } = await readPost(person.session, id)
        assert.deepEqual([category, tags], ['books', ['harbour']])
        assert.ok(thumbnail_url)
      })

      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Enter')
      await card.waitFor()
      assert.equal(await sheet.getByRole('heading', { name: 'Not set yet' }).count(), 0)
    })
  })

  it('keeps its form when a year has a digit too many, and asks for another time', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Far away', content: 'Text.' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.keyboard.press('Control+Enter')
      const sheet = sheetOf(page)
      await sheet.getByLabel('At a specific time').check()
      const time = sheet.getByLabel('Date and time')
      await time.fill('20277-01-01T09:00')
      await press(sheet, 'Schedule')
      await sheet.getByText('Choose a later one').waitFor()
      await time.fill('2077-01-01T09:00')
      const held = await holdAnswers(page, /\/posts\//, 'PATCH')
      await press(sheet, 'Schedule')
      await held.asked
      assert.equal(await sheet.getByText('Choose a later one').count(), 0, 'the error of the attempt before')
      held.release()
      await eventually(async () => assert.equal((await readPost(person.session, id)).status, 'scheduled'))
    })
  })

  it('says that it was not confirmed without a network, and can be tried again', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'In a tunnel', content: 'Text.' })
    const work = async (page: Page) => {
      await page.keyboard.press('Control+Enter')
      const sheet = sheetOf(page)
      await page.context().setOffline(true)
      await press(sheet, 'Publish now')
      await sheet.getByRole('alert').getByText('The server did not confirm this.').waitFor()
      await page.context().setOffline(false)
      await press(sheet, 'Publish now')
      await sheet.getByRole('heading', { name: 'Your post is published.' }).waitFor()
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { expected: NO_RESPONSE })
  })

  it('waits for a thumbnail that is being uploaded', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'With a thumbnail', content: 'Text.' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const held = await holdAnswers(page, /\/uploads$/)
      await page.keyboard.press('Control+Enter')
      const sheet = sheetOf(page)
      const file = { name: 'a.png', mimeType: 'image/png', buffer: await plain('png') }
      await sheet.getByLabel('Thumbnail').setInputFiles(file)
      await held.asked
      await press(sheet, 'Publish now')
      await sheet.getByText('An image is still being uploaded.').waitFor()
      held.release()
      await sheet.locator('img.list-card-picture').waitFor()
      await press(sheet, 'Publish now')
      await sheet.getByRole('heading', { name: 'Your post is published.' }).waitFor()
      assert.ok((await readPost(person.session, id)).thumbnail_url)
    })
  })

  it('waits for an image that is being uploaded', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'With a picture', content: 'Text.' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const held = await holdAnswers(page, /\/uploads$/)
      await chooseImages(page, ['boat'])
      await held.asked
      await page.keyboard.press('Control+Enter')
      const sheet = sheetOf(page)
      await press(sheet, 'Publish now')
      await sheet.getByText('An image is still being uploaded.').waitFor()
      assert.equal((await readPost(person.session, id)).status, 'draft')
      held.release()
      await page.locator('.cm-upload').waitFor({ state: 'detached' })
      await press(sheet, 'Publish now')
      await sheet.getByRole('heading', { name: 'Your post is published.' }).waitFor()
      assert.match((await readPost(person.session, id)).content, /!\[boat\]\(.*\.png\)/)
    })
  })

  it('creates a preview link with the latest text, and revokes it', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Read me first', content: 'Text.' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.getByRole('textbox', { name: 'Title' }).fill('Read me now')
      await page.keyboard.press('Control+Enter')
      await press(page, 'Create a link')
      const link = sheetOf(page).locator('.preview-link-address a')
      const { search } = new URL(await link.innerText())
      const preview = () => studio.server.anyone.get(`/preview${search}`)
      assert.match((await preview()).body, /<h1 lang="en">Read me now<\/h1>/)
      await assertAccessible(page)
      await press(page, 'Revoke all links')
      await waitForText(page, 'The preview links no longer work.')
      assert.equal((await preview()).status, 404)
      assert.equal(await link.count(), 0)
    })
  })

  it('creates no preview link to an earlier text, and says why', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Read me first', content: 'Text.' })
    const work = async (page: Page) => {
      await page.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(101))
      await page.keyboard.press('Control+Enter')
      await press(page, 'Create a link')
      await sheetOf(page).getByRole('alert').filter({ hasText: 'the text could not be saved' }).waitFor()
      assert.equal(await sheetOf(page).locator('.preview-link-address').count(), 0)
      await page.goto('/studio/posts/new')
      await page.getByRole('textbox', { name: 'Title' }).waitFor()
      await page.keyboard.press('Control+Enter')
      await press(page, 'Create a link')
      await sheetOf(page).getByRole('alert').filter({ hasText: 'Write a title or some text first.' }).waitFor()
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { expected: [/status of 400/] })
  })

  it('ends with the address of the post, which can be opened, copied and shared', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Out it goes', content: 'Text.' })
    const work = async (page: Page) => {
      await page.keyboard.press('Control+Enter')
      await press(page, 'Publish now')
      const sheet = sheetOf(page)
      const outcome = sheet.getByRole('heading', { name: 'Your post is published.' })
      await outcome.waitFor()
      assert.ok(
        await outcome.evaluate(`document.activeElement.textContent === 'Your post is published.'`),
        'it has the focus',
      )
      const { slug } = await readPost(person.session, id)
      const address = `${studio.server.url}/@${person.account.username}/${slug}`
      assert.equal(await sheet.locator('.published-address').innerText(), address)
      await press(page, 'Copy the link')
      await waitForText(page, 'Copied')
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), address)
      await press(page, 'Share')
      assert.deepEqual(await page.evaluate('window.shared'), { title: 'Out it goes', url: address })
      await assertAccessible(page)
      const opened = page.waitForEvent('popup')
      await sheet.getByRole('link', { name: 'Open on the site' }).click()
      await (await opened).getByRole('heading', { name: 'Out it goes' }).waitFor()
      await press(page, 'Done')
      assert.equal(await sheet.count(), 0)
      await page.keyboard.press('Control+Enter')
      await waitForText(page, 'Readers see the latest version.')
    }
    await studio.browser.visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async page => {
      await page.addInitScript('navigator.share = async data => { window.shared = data }')
      const [name = '', value = ''] = person.session.cookie?.split('=') ?? []
      await page.context().addCookies([{ name, value, url: studio.server.url }])
      await page.goto(`/studio/posts/${id}`)
      await textOf(page).waitFor()
      await work(page)
    })
  })

  it('offers no share button if the browser has no share function', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Public', status: 'published' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.evaluate('delete Navigator.prototype.share')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('button', { name: 'Copy the link' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Share' }).count(), 0)
    })
  })

  it('ignores a divider in code in the price, the count and the line in the text', async () => {
    const person = await studio.server.person({ plan: 'pro_plus' })
    const paid = { is_paid: true, price_jpy: 300 }
    const { id } = await createPost(person.session, { title: 'Dividers', content: FENCED, ...paid })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.locator('.text-foot', { hasText: '0 of them free' }).waitFor()
      assert.equal(await page.locator('.cm-paywall').count(), 0)
      await page.keyboard.press('Control+Enter')
      await waitForText(page, '¥300 for the whole text.')
      await page.keyboard.press('Escape')

      await textOf(page).click()
      await page.keyboard.press('Control+End')
      await press(page, 'Insert the paywall line')
      await page.keyboard.type('Paid.')
      await page.locator('.cm-paywall').waitFor()
      await page.locator('.text-foot', { hasText: `${FENCED.length} of them free` }).waitFor()
      await press(page, 'Insert the paywall line')
      await eventually(async () => {
        const { content } = await readPost(person.session, id)
        assert.equal(content, `${FENCED}\n\n<!-- paywall -->\n\nPaid.`, 'there is one divider')
      })
      await page.keyboard.press('Control+Enter')
      await waitForText(page, '¥300. The text before the paywall line is free.')
      await page.keyboard.press('Escape')

      await textOf(page).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('A new line before it.\n\n')
      await page.locator('.cm-paywall').waitFor()
      await stateIs(page, 'Saved at')
    })
  })

  it('inserts the divider below the code that has the cursor', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'In code', content: FENCED })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      for (const line of ['```html', '<!-- paywall -->', '```']) {
        await page.locator('.cm-line').getByText(line, { exact: true }).last().click()
        await press(page, 'Insert the paywall line')
        await page.locator('.cm-paywall').waitFor()
        await page.keyboard.press('Control+z')
        await page.locator('.cm-paywall').waitFor({ state: 'detached' })
      }
      await press(page, 'Insert the paywall line')
      await eventually(async () => {
        const { content } = await readPost(person.session, id)
        assert.equal(content, FENCED.replace('Still', '<!-- paywall -->\n\n\n\nStill'))
      })
    })
  })

  it('takes letters typed at once after inserting the divider', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Quick', content: FENCED })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await textOf(page).click()
      await page.keyboard.press('Control+End')
      await press(page, 'Insert the paywall line')
      await page.locator('.cm-paywall').waitFor()
      await page.keyboard.press('Control+z')
      await page.locator('.cm-paywall').waitFor({ state: 'detached' })
      await page.evaluate(`{
        document.querySelector('[aria-label="Insert the paywall line"]').click()
        document.execCommand('insertText', false, 'Paid.')
      }`)
      await eventually(async () => {
        const { content } = await readPost(person.session, id)
        assert.equal(content, `${FENCED}\n\n<!-- paywall -->\n\nPaid.`)
      })
    })
  })

  for (const variant of VARIANTS) {
    it(`fits and is accessible: ${variant.locale}`, async () => {
      const person = await studio.server.person()
      const { id } = await createPost(person.session, { title: '港の朝 A morning', content: '本文 text' })
      const work = async (page: Page) => {
        await page.locator('.cm-content').waitFor()
        await page.keyboard.press('Control+Enter')
        await page.locator('.list-card').waitFor()
        await assertVariant(page, variant)
        await page.locator('.publish button[type=submit]').click()
        await page.locator('.published-note').waitFor()
        await assertVariant(page, variant)
      }
      await studio.visit(person, `/studio/posts/${id}`, work, { locale: variant.locale })
    })
  }
})

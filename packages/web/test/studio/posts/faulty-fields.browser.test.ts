import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import type { Person, TestServer } from '../../../../server/test/support/test-server.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { REFUSED, shownText, stateIs, textOf, titleOf } from '../../support/writing-page.ts'

let studio: TestStudio
let server: TestServer
before(async () => {
  studio = await startStudio()
  server = studio.server
})
after(() => studio?.close())

const read = async (person: Person, id: string) => readPost(person.session, id)

describe('faulty fields', { concurrency: 4 }, () => {
  describe('a validation error of the server', () => {
    it('is shown at its field, and moves the focus there', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Faults', content: 'x'.repeat(501) })
      const work = async (page: Page) => {
        await page.keyboard.press('Control+.')
        await page.getByLabel('Cover image').fill('ftp://example.com/a.png')
        await page.getByRole('button', { name: 'Show what is wrong' }).click()
        const cover = page.getByLabel('Cover image')
        await page.locator('[aria-invalid=true]:focus').waitFor()
        assert.equal(await cover.getAttribute('aria-invalid'), 'true')
        await cover.fill('')
        await stateIs(page, /^Saved/)
        await page.getByLabel('Type').selectOption('Short')
        await page.getByText('501/500').waitFor()
        await page.locator('.text-foot .field-error').waitFor()
      }
      await studio.visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })

    it('is shown on a phone too, where its field is in a panel that is closed', async () => {
      const person = await server.person({ plan: 'pro_plus' })
      const { id } = await createPost(person.session, { title: 'Faults', is_paid: true, price_jpy: 500 })
      const work = async (page: Page) => {
        await press(page, 'Details')
        await page.getByLabel('Price in yen').fill('')
        await press(page.getByRole('dialog'), 'Close')
        await press(page, 'Show what is wrong')
        await page.locator('[data-field=price_jpy] [aria-invalid=true]:focus').waitFor()
        await press(page.getByRole('dialog'), 'Close')
        await press(page, 'Publish…')
        await waitForText(page, 'Not set yet. A paid post needs a price.')
        assert.equal(await page.getByText('¥0').count(), 0)
      }
      const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
      await studio.visit(person, `/studio/posts/${id}`, work, { ...phone, expected: REFUSED })
    })

    it('leaves space for the text if an article was pasted into the title', async () => {
      const work = async (page: Page) => {
        await titleOf(page).fill('A sentence of an article. '.repeat(200))
        await page.getByRole('button', { name: 'Show what is wrong' }).click()
        await textOf(page).click()
        await page.keyboard.type('The text')
        assert.equal(await shownText(page), 'The text')
      }
      await studio.visit(await server.person(), '/studio/posts/new', work, { expected: REFUSED })
    })

    it('does not move the focus of an author who goes on writing', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Faults', content: '' })
      const work = async (page: Page) => {
        await page.keyboard.press('Control+.')
        await page.getByLabel('Cover image').fill('ftp://example.com/a.png')
        await page.getByRole('button', { name: 'Show what is wrong' }).waitFor()
        const held = await holdAnswers(page, new RegExp(`/posts/${id}$`))
        await textOf(page).click()
        await page.keyboard.type('One')
        await page.keyboard.press('Control+s')
        await held.asked
        await page.keyboard.type(' two')
        held.release()
        await page.getByRole('button', { name: 'Show what is wrong' }).waitFor()
        await page.keyboard.type(' three')
        assert.equal(await page.getByLabel('Cover image').inputValue(), 'ftp://example.com/a.png')
        assert.equal(await shownText(page), 'One two three')
      }
      await studio.visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })

    it('is a page with a heading for a post that does not exist', async () => {
      const work = (page: Page) => page.getByRole('heading', { level: 1, name: 'This did not work' }).waitFor()
      await studio.visit(await server.person(), `/studio/posts/${randomUUID()}`, work, { expected: REFUSED })
    })

    it('is an explanation if the plan is missing', async () => {
      const person = await server.person({ plan: 'free' })
      await studio.visit(person, '/studio/posts/new', async page => {
        await page.keyboard.press('Control+.')
        await waitForText(page, 'Selling posts needs the Pro+ plan.')
        assert.ok(await page.getByLabel('Paid').isDisabled())
        await page.keyboard.press('Control+Enter')
        await waitForText(page, 'Webhooks need the Premium plan. None will be called.')
      })
    })
  })

  describe('a price', () => {
    it('is never another number than the one that was typed', async () => {
      const person = await server.person({ plan: 'pro_plus' })
      const { id } = await createPost(person.session, { title: 'Priced', is_paid: true, price_jpy: 500 })
      const work = async (page: Page) => {
        await page.keyboard.press('Control+.')
        const price = page.getByLabel('Price in yen')
        const wrong = page.getByText('Enter a whole number, such as 300.')
        for (const [typed, yen] of [
          ['３００', 300],
          ['￥1,200', 1200],
          ['1,000,000 円', 1_000_000],
        ] as const) {
          await price.fill('')
          await price.pressSequentially(typed)
          await eventually(async () => assert.equal((await read(person, id)).price_jpy, yen))
          assert.equal(await price.inputValue(), typed)
          assert.equal(await wrong.count(), 0)
        }
        for (const typed of ['300.5', '300,5', '1e3', '-5', '99999999999']) {
          await price.fill('')
          await price.pressSequentially(typed)
          await wrong.waitFor()
          assert.equal(await price.inputValue(), typed)
        }
        await page.keyboard.press('Control+s')
        await page.getByRole('button', { name: 'Show what is wrong' }).click()
        await page.locator('[data-field=price_jpy] [aria-invalid=true]:focus').waitFor()
        assert.equal((await read(person, id)).price_jpy, 1_000_000)
        await price.fill('800')
        await eventually(async () => assert.equal((await read(person, id)).price_jpy, 800))
      }
      await studio.visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })
  })
})

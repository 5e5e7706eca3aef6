import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createPost } from '../../../../server/test/support/posts/posts.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { VARIANTS } from '../../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const REDIRECTS = '/studio/redirects'

describe('redirects in the studio', { concurrency: 2 }, () => {
  it('are added, refused with a reason, found, changed and deleted', async () => {
    const person = await studio.server.person()
    await createPost(person.session, { title: 'Rain in June', status: 'published' })
    await createPost(person.session, { title: 'Snow', status: 'published' })
    const list = async () => (await person.session.get('/api/v1/redirects')).body.redirects
    const work = async (page: Page) => {
      await waitForText(page, 'No redirects yet')
      await press(page, 'Add a redirect')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Old path').fill('/studio/x')
      await press(dialog, 'Save')
      await dialog.locator('.field-error', { hasText: 'Choose a post.' }).waitFor()
      await dialog.getByRole('radio', { name: /Rain in June/ }).check()
      await press(dialog, 'Save')
      await dialog.locator('.field-error', { hasText: 'The site uses this path itself.' }).waitFor()
      await dialog.getByLabel('Old path').fill('https://old.example/2015/雨/?p=1')
      await press(dialog, 'Save')
      await waitForText(page, '/2015/雨 leads to “Rain in June”.')

      await press(page, 'Change where /2015/雨 leads')
      await dialog.getByRole('radio', { name: /Snow/ }).check()
      await press(dialog, 'Save')
      await page.getByRole('row', { name: /2015/ }).getByRole('link', { name: 'Snow' }).waitFor()
      const [saved] = await list()
      assert.deepEqual([saved.path, saved.post_title], ['/2015/雨', 'Snow'])

      await page.getByLabel('Search paths and titles').fill('rain')
      await waitForText(page, 'No redirects found')
      await page.getByLabel('Search paths and titles').fill('snow')
      await press(page, 'Delete the redirect of /2015/雨')
      await press(dialog, 'Delete')
      await waitForText(page, 'No redirects found')
      assert.deepEqual(await list(), [])
    }
    await studio.visit(person, REDIRECTS, work, { expected: [/status of 400/] })
  })

  it('are searched while somebody types, without changing what is typed', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Rain' })
    await person.session.put('/api/v1/redirects', { path: '/2015/06/rain', post_id: id })
    const work = async (page: Page) => {
      const words = (q: string | null) => page.waitForURL(url => url.searchParams.get('q') === q)
      const field = page.getByLabel('Search paths and titles')
      await field.press('Home')
      await page.keyboard.type('light ')
      await words('light rain')
      assert.equal(await field.inputValue(), 'light rain')
      await waitForText(page, 'No redirects found')
      const held = await holdAnswers(page, /\/api\/v1\/redirects/)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await words(null)
      await page.keyboard.type('rain')
      held.release()
      await words('rain')
      assert.equal(await field.inputValue(), 'rain')
      await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
      await page.goBack()
      assert.equal(await field.inputValue(), 'rain')
    }
    await studio.visit(person, `${REDIRECTS}?q=rain`, work)
  })

  it('keep a dialog that is opened before the answer to another one', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Rain' })
    await person.session.put('/api/v1/redirects', { path: '/rain', post_id: id })
    await studio.visit(person, REDIRECTS, async page => {
      const held = await holdAnswers(page, /\/api\/v1\/redirects\//)
      await press(page, 'Delete the redirect of /rain')
      await press(page.getByRole('dialog'), 'Delete')
      await held.asked
      await page.keyboard.press('Escape')
      await press(page, 'Add a redirect')
      await page.getByLabel('Old path').fill('/snow')
      held.release()
      await waitForText(page, 'No redirects yet')
      await page.keyboard.type('-and-ice')
      assert.equal(await page.getByLabel('Old path').inputValue(), '/snow-and-ice')
    })
  })

  it('fit on a phone and on a desktop, in both languages', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'A title that is rather long for the screen of a phone' })
    for (let n = 0; n < 51; n++) {
      await person.session.put('/api/v1/redirects', { path: `/2015/06/a-long-path-of-an-old-site-${n}`, post_id: id })
    }
    for (const variant of VARIANTS) {
      const visit = async (page: Page) => {
        await page.locator('.redirect-path').nth(49).waitFor()
        await assertVariant(page, variant)
        await page.locator('.redirect-actions button').first().click()
        await page.locator('.redirect-post').first().waitFor()
        await assertVariant(page, variant)
      }
      await studio.visit(person, REDIRECTS, visit, { locale: variant.locale })
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import type { Person } from '../../../../server/test/support/test-server.ts'
import { assertAccessible } from '../../support/accessibility.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const select = (page: Page, title: string) => page.getByLabel(`Select “${title}”`)
const status = async (person: Person, id: string) => (await readPost(person.session, id)).status
const titles = async ({ session }: Person) =>
  (await session.get('/api/v1/posts')).body.posts.map(({ title }: { title: string }) => title)

async function confirm(page: Page, action: string): Promise<void> {
  await press(page, action)
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

describe('selected posts', { concurrency: 4 }, () => {
  it('are published if they can be; the others stay unchanged', async () => {
    const person = await studio.server.person()
    const one = await createPost(person.session, { title: 'One' })
    const two = await createPost(person.session, { title: 'Two' })
    await createPost(person.session, { title: 'Public', status: 'published' })
    await createPost(person.session, { title: 'Not selected' })
    await studio.visit(person, '/studio', async page => {
      for (const title of ['One', 'Two', 'Public']) await select(page, title).check()
      await waitForText(page, '3 selected')
      await press(page, 'Delete')
      await page.keyboard.press('Escape')
      await waitForText(page, '3 selected')
      await press(page, 'Publish now')
      const dialog = page.getByRole('dialog')
      assert.match(await dialog.innerText(), /2 posts will be visible[\s\S]*1 of the selected posts/)
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Publish now' }).click()
      await waitForText(page, 'Published: 2 posts.')
      assert.deepEqual(await Promise.all([one, two].map(({ id }) => status(person, id))), ['published', 'published'])
      await page.getByRole('link', { name: 'Drafts 1' }).waitFor()
      assert.equal(await page.locator('.post-row :checked').count(), 0, 'the selection is cleared')
      await eventually(async () =>
        assert.equal(
          await page.evaluate('document.activeElement.closest("label")?.textContent'),
          'Select all on this page',
        ),
      )
    })
  })

  it('are deleted with the keyboard only, and restored as drafts with one key', async () => {
    const person = await studio.server.person()
    for (const title of ['A', 'B', 'C']) await createPost(person.session, { title, status: 'published' })
    await studio.visit(person, '/studio', async page => {
      await page.getByLabel('Select all on this page').focus()
      await page.keyboard.press('Space')
      await waitForText(page, '3 selected')
      await select(page, 'B').focus()
      await page.keyboard.press('Space')
      await waitForText(page, '2 selected')
      await page.getByRole('button', { name: 'Delete' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus()
      await page.keyboard.press('Enter')
      await waitForText(page, 'In the trash: 2 posts.')
      assert.deepEqual(await titles(person), ['B'])
      await page.getByRole('button', { name: 'Restore as a draft' }).focus()
      await page.keyboard.press('Enter')
      await waitForText(page, '2 posts restored as drafts.')
      assert.deepEqual(await titles(person), ['C', 'B', 'A'])
      await page.getByRole('link', { name: 'Drafts 2' }).waitFor()
    })
  })

  it('include all posts between two clicks with Shift', async () => {
    const person = await studio.server.person()
    for (const title of ['A', 'B', 'C', 'D']) await createPost(person.session, { title })
    await studio.visit(person, '/studio', async page => {
      await select(page, 'D').check()
      await select(page, 'B').click({ modifiers: ['Shift'] })
      await waitForText(page, '3 selected')
      assert.equal(await select(page, 'A').isChecked(), false)
    })
  })

  it('are not selected any more when they were deleted and come back', async () => {
    const person = await studio.server.person()
    for (const title of ['A', 'B']) await createPost(person.session, { title })
    await studio.visit(person, '/studio', async page => {
      await select(page, 'A').check()
      await press(page, 'Actions for “A”')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await press(page.getByRole('dialog'), 'Delete')
      await select(page, 'A').waitFor({ state: 'detached' })
      await press(page, 'Undo')
      await select(page, 'A').waitFor()
      assert.equal(await select(page, 'A').isChecked(), false)
    })
  })

  it('report which of them failed, and can be tried again', async () => {
    const person = await studio.server.person()
    const good = await createPost(person.session, { title: 'Good' })
    const bad = await createPost(person.session, { title: 'Bad' })
    const work = async (page: Page) => {
      await page.route(`**/api/v1/posts/${bad.id}`, route =>
        route.fulfill({
          status: 403,
          json: { error: { code: 'FORBIDDEN', message: 'Not this one.', fields: [], request_id: 'x' } },
        }),
      )
      await page.getByLabel('Select all on this page').check()
      await confirm(page, 'Archive')
      const alert = page.getByRole('dialog').getByRole('alert')
      await alert.waitFor()
      assert.match(await alert.innerText(), /This failed for 1 post:[\s\S]*Bad/)
      assert.doesNotMatch(await alert.innerText(), /Good/)
      assert.equal(await status(person, good.id), 'archived')
      await assertAccessible(page)
      await page.unroute(`**/api/v1/posts/${bad.id}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(await status(person, bad.id), 'archived')
    }
    await studio.visit(person, '/studio', work, { expected: [/status of 403/] })
  })

  it('show a progress bar, and stop on request', async () => {
    const person = await studio.server.person()
    for (const title of ['A', 'B', 'C']) await createPost(person.session, { title })
    await studio.visit(person, '/studio', async page => {
      const answer = Promise.withResolvers<void>()
      await page.route('**/api/v1/posts/*', async route => {
        await answer.promise
        await route.continue()
      })
      await page.getByLabel('Select all on this page').check()
      await confirm(page, 'Archive')
      await page.getByRole('progressbar', { name: '0 of 3' }).waitFor()
      await assertAccessible(page)
      await press(page, 'Stop')
      answer.resolve()
      await waitForText(page, 'Archived: 1 post.')
      await waitForText(page, '2 posts are removed from the site')
      const { posts } = (await person.session.get('/api/v1/posts?status=archived')).body
      assert.equal(posts.length, 1)
    })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createPost } from '../../../../server/test/support/posts/posts.ts'
import { indexChanges } from '../../../../server/test/support/posts/search.ts'
import { assertAccessible } from '../../support/accessibility.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { VARIANTS } from '../../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { titleOf } from '../../support/writing-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

describe('the search for posts', () => {
  it('finds words anywhere in the text, in the list and in the quick search', async () => {
    const person = await studio.server.person()
    await createPost(person.session, { title: 'With it', content: 'Here is a hiddenneedle.' })
    await createPost(person.session, { title: 'Without it', content: 'Nothing.' })
    await indexChanges(studio.server)
    await studio.visit(person, '/studio', async page => {
      await page.getByLabel('Search your posts').fill('hiddenneedle')
      await page.keyboard.press('Enter')
      await page.waitForURL(url => url.searchParams.get('q') === 'hiddenneedle')
      await page.getByRole('link', { name: 'Drafts 1' }).waitFor()
      await page.getByText('Without it').waitFor({ state: 'detached' })
      await assertAccessible(page)
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await page.getByText('Without it').waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('hiddenneedle')
      await page.getByRole('option', { name: /With it/ }).waitFor()
      await page.getByRole('option', { name: /Without it/ }).waitFor({ state: 'detached' })
    })
  })
})

describe('the quick search', () => {
  it('keeps the highlighted entry when posts are found', async () => {
    const person = await studio.server.person()
    for (const title of ['Rain B', 'Rain A']) await createPost(person.session, { title, content: 'Wet.' })
    await createPost(person.session, { title: 'Weather', content: 'Rain, rain, rain.' })
    await indexChanges(studio.server)
    await studio.visit(person, '/studio', async page => {
      const held = await holdAnswers(page, /\/api\/v1\/posts\?.*q=/)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('rain')
      await page.getByRole('option', { name: /Rain B/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await held.asked
      held.release()
      await page.getByRole('option', { name: /Weather/ }).waitFor()
      assert.equal(await page.locator('.palette-option', { hasText: 'Rain A' }).count(), 1)
      await page.keyboard.press('Enter')
      await titleOf(page).waitFor()
      assert.equal(await titleOf(page).inputValue(), 'Rain B')
    })
  })
})

describe('the search field of the list', () => {
  it('keeps what is typed right after it was emptied', async () => {
    const person = await studio.server.person()
    await createPost(person.session, { title: 'One' })
    await studio.visit(person, '/studio?q=nothing', async page => {
      await waitForText(page, 'Clear filters')
      const held = await holdAnswers(page, /\/api\/v1\/posts\?/)
      await page.evaluate(`{
        const field = document.querySelector('input[name=q]')
        field.select()
        document.execCommand('delete')
        document.execCommand('insertText', false, 'o')
      }`)
      await page.waitForURL(url => !url.searchParams.has('q'))
      await held.asked
      await page.keyboard.type('ne')
      assert.equal(await page.getByLabel('Search your posts').inputValue(), 'one')
      held.release()
    })
  })

  it('keeps the focus, ends the search when it is emptied, and combines with the filters', async () => {
    const person = await studio.server.person()
    await createPost(person.session, { title: 'One' })
    await studio.visit(person, '/studio', async page => {
      const words = (q: string | null) => page.waitForURL(url => url.searchParams.get('q') === q)
      const field = page.getByLabel('Search your posts')
      await field.fill('something')
      await page.keyboard.press('Enter')
      await words('something')
      await waitForText(page, 'Clear filters')
      assert.equal(await field.and(page.locator(':focus')).count(), 1)
      await field.fill('')
      await words(null)
      await field.fill('other')
      await page.getByLabel('Price').selectOption('Paid')
      await words('other')
    })
  })
})

it('an answer does not close the dialog of another action', async () => {
  const person = await studio.server.person()
  for (const title of ['Slow', 'Other']) await createPost(person.session, { title })
  await studio.visit(person, '/studio', async page => {
    const held = await holdAnswers(page, /\/api\/v1\/posts\//)
    await press(page, 'Actions for “Slow”')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await press(page.getByRole('dialog'), 'Delete')
    await held.asked
    await page.keyboard.press('Escape')
    await press(page, 'Actions for “Other”')
    await page.getByRole('menuitem', { name: 'Publish' }).click()
    await page.getByRole('dialog').waitFor()
    held.release()
    await waitForText(page, '“Slow” is in the trash.')
    await page.locator('.post-row', { hasText: 'Slow' }).waitFor({ state: 'detached' })
    await press(page.getByRole('dialog'), 'Publish now')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

it('the list of posts has its filters in the address, and asks before its actions', async () => {
  const person = await studio.server.person()
  await createPost(person.session, { title: 'A draft' })
  await createPost(person.session, { title: 'A short', post_type: 'short', status: 'published' })
  await studio.visit(person, '/studio?status=published', async page => {
    await page.getByRole('link', { name: 'A short' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'A draft' }).count(), 0)
    await page.getByLabel('Type').selectOption('Article')
    await waitForText(page, 'No posts match.')
    assert.equal(new URL(page.url()).search, '?status=published&type=article')
    await page.goBack()
    await press(page, 'Actions for “A short”')
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await waitForText(page, '“A short” is a draft again.')
    await page.getByRole('link', { name: 'Drafts 2' }).waitFor()
  })
})

describe('scheduled posts', () => {
  it('show their time in the list and in the calendar without a request per post', async () => {
    const person = await studio.server.person()
    const at = '2027-03-15T09:00:00.000Z'
    for (const title of ['First', 'Second']) {
      await createPost(person.session, { title, status: 'scheduled', scheduled_for: at })
    }
    await createPost(person.session, { title: 'Later', status: 'scheduled', scheduled_for: '2027-05-15T09:00:00.000Z' })
    const work = async (page: Page) => {
      const reads: string[] = []
      page.on('request', request => {
        if (/\/api\/v1\/posts\/[0-9a-f-]{36}/.test(request.url())) reads.push(request.url())
      })
      await page.goto('/studio')
      await page.locator('.post-row', { hasText: 'First' }).getByText('15 Mar 2027, 09:00').waitFor()
      await page.goto('/studio/calendar?month=2027-03')
      await page.getByRole('button', { name: /First/ }).waitFor()
      assert.equal(await page.getByRole('button', { name: /Later/ }).count(), 0)
      await page.getByRole('button', { name: 'Next month' }).click()
      await page.getByRole('button', { name: 'Next month' }).click()
      await page.getByRole('button', { name: /Later/ }).waitFor()
      assert.equal(await page.getByText('Nothing is scheduled').count(), 0)
      assert.deepEqual(reads, [])
    }
    await studio.visit(person, '/studio', work, { timezoneId: 'UTC' })
  })
})

describe('lists of posts', { concurrency: 4 }, () => {
  for (const variant of VARIANTS) {
    it(`fit and are accessible: ${variant.locale}`, async () => {
      const person = await studio.server.person()
      for (const title of ['港の朝 A morning', '二つ目']) {
        await createPost(person.session, { title, content: '本文 text', status: 'published' })
      }
      const deleted = await createPost(person.session, { title: '削除した記事 Deleted', content: '本文' })
      await person.session.delete(`/api/v1/posts/${deleted.id}`)
      const work = async (page: Page) => {
        await page.locator('.post-row').first().waitFor()
        await assertVariant(page, variant)
        await page.locator('.select-all input').check()
        await assertVariant(page, variant)
        await page.locator('.bulk-bar .button-danger').click()
        await page.getByRole('dialog').waitFor()
        await assertVariant(page, variant)
        await page.keyboard.press('Escape')
        await page.goto('/studio/trash')
        await page.locator('.trash-row').waitFor()
        await assertVariant(page, variant)
        await page.locator('.trash-row .button').click()
        await page.locator('.empty').waitFor()
        await assertVariant(page, variant)
      }
      await studio.visit(person, '/studio', work, { locale: variant.locale })
    })
  }
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import { indexChanges } from '../../../../server/test/support/posts/search.ts'
import type { Person } from '../../../../server/test/support/test-server.ts'
import { assertAccessible } from '../../support/accessibility.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { assertVariant, STUDIO_VARIANTS, startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { titleOf } from '../../support/writing-page.ts'

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

describe('words', () => {
  it('are searched in all of the text, in the list and in the quick search', async () => {
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
      await page.getByRole('link', { name: 'Clear the filters' }).click()
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

describe('the field for words', () => {
  it('keeps what is typed right after it was emptied', async () => {
    const person = await studio.server.person()
    await createPost(person.session, { title: 'One' })
    await studio.visit(person, '/studio?q=nothing', async page => {
      await waitForText(page, 'Clear the filters')
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
      await waitForText(page, 'Clear the filters')
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
      assert.match(await dialog.innerText(), /2 posts can be read at once[\s\S]*1 of the selected posts/)
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
      await page.getByRole('button', { name: 'Undo' }).focus()
      await page.keyboard.press('Enter')
      await waitForText(page, '2 posts are restored as drafts.')
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
      assert.match(await alert.innerText(), /It failed for 1 post:[\s\S]*Bad/)
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
      await waitForText(page, '2 posts leave the site')
      const { posts } = (await person.session.get('/api/v1/posts?status=archived')).body
      assert.equal(posts.length, 1)
    })
  })
})

describe('the trash', { concurrency: 4 }, () => {
  it('lists deleted posts, and restores them as drafts', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Deleted', content: 'Text.', status: 'published' })
    await studio.visit(person, '/studio', async page => {
      await press(page, 'Actions for “Deleted”')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await waitForText(page, 'For 30 days you can restore it as a draft.')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await waitForText(page, '“Deleted” is in the trash.')
      await page.getByRole('link', { name: 'Trash' }).click()
      await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor()
      await waitForText(page, 'Can be restored for 30 more days')
      await press(page, 'Restore as a draft: “Deleted”')
      await waitForText(page, 'The post is restored as a draft.')
      await waitForText(page, 'The trash is empty')
      assert.equal(await status(person, id), 'draft')
      await press(page, 'Open')
      await page.waitForURL(new RegExp(id))
    })
  })

  it('does not take the focus from a post that is opened before the answer', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Deleted' })
    await person.session.delete(`/api/v1/posts/${id}`)
    await studio.visit(person, '/studio/trash', async page => {
      const held = await holdAnswers(page, /\/restore$/)
      await press(page, 'Restore as a draft: “Deleted”')
      await held.asked
      await page.getByRole('link', { name: 'Write', exact: true }).first().click()
      await titleOf(page).and(page.locator(':focus')).waitFor()
      held.release()
      await waitForText(page, 'The post is restored as a draft.')
      await page.keyboard.type('Hello')
      assert.equal(await titleOf(page).inputValue(), 'Hello')
    })
  })

  it('no longer has a post whose deletion was undone', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'By mistake' })
    await studio.visit(person, '/studio', async page => {
      await press(page, 'Actions for “By mistake”')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await press(page, 'Undo')
      await page.getByRole('link', { name: 'By mistake' }).waitFor()
      assert.equal(await status(person, id), 'draft')
    })
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
  for (const variant of STUDIO_VARIANTS) {
    it(`fit and are accessible: ${variant.locale}, ${variant.colorScheme}, ${variant.viewport.width} px`, async () => {
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
      await studio.visit(person, '/studio', work, variant)
    })
  }
})

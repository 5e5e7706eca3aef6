import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../server/test/support/posts/posts.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { createSeries, entryOf, SERIES } from '../../../server/test/support/posts/series.ts'
import type { Person } from '../../../server/test/support/test-server.ts'
import { holdAnswers } from '../support/hold-answers.ts'
import { VARIANTS } from '../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../support/studio.ts'
import { focused, press, waitForText } from '../support/studio-page.ts'
import { stateIs, titleOf } from '../support/writing-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio.close())

const titlesOf = async ({ session }: Person, id: string): Promise<string[]> =>
  (await session.get(`${SERIES}/${id}`)).body.posts.map((post: { title: string }) => post.title)

async function writeSeries(person: Person) {
  const series = await createSeries(person.session, { title: '雨の一年 — A year of rain' })
  for (const title of ['One', 'Two', 'Three']) await publish(person.session, { title, ...entryOf(series) })
  await createPost(person.session, { title: 'A draft with a long title that takes two lines', ...entryOf(series) })
  return series
}

const shownTitles = (page: Page) =>
  page.locator('.series-entry > a').evaluateAll(links => links.map(link => link.textContent))

/** Moves the third part to the front, saves the order, and does something else before the answer arrives. */
async function whileOrderIsSaved(page: Page, work: () => Promise<void>): Promise<void> {
  const held = await holdAnswers(page, /\/order$/)
  await page.getByRole('button', { name: 'Move Three' }).press('Home')
  await press(page, 'Save the order')
  await held.asked
  await work()
  held.release()
  await waitForText(page, 'The order is saved.')
}

describe('series in the studio', () => {
  for (const variant of VARIANTS) {
    it(`fit and are accessible (${variant.locale})`, async () => {
      const alice = await studio.server.person()
      const { id } = await writeSeries(alice)
      const use = async (page: Page) => {
        await page.locator('.series-row').waitFor()
        await assertVariant(page, variant)
        await page.goto(`/studio/series/${id}`)
        await page.locator('.series-entry').first().waitFor()
        await assertVariant(page, variant)
      }
      await studio.visit(alice, '/studio/series', use, { locale: variant.locale })
    })
  }

  it('are created, ordered by keyboard and deleted', async () => {
    const alice = await studio.server.person()
    const { id } = await writeSeries(alice)
    await studio.visit(alice, '/studio/series', async page => {
      await press(page, 'New series')
      await page.getByLabel('Title').fill('Another')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Another' }).waitFor()
      // Changes that are not saved matter no more.
      await page.getByLabel('Description').fill('Half a sentence')
      await press(page, 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('heading', { level: 1, name: 'Series' }).waitFor()

      await page.getByRole('link', { name: /A year of rain/ }).click()
      await page.getByRole('button', { name: 'Move Three' }).press('Home')
      await waitForText(page, 'Three is now 1 of 4')
      await page.keyboard.press('ArrowDown')
      await waitForText(page, 'Three is now 2 of 4')
      assert.equal(await focused(page), 'Move Three')
      await press(page, 'Save the order')
      await waitForText(page, 'The order is saved.')
    })
    assert.deepEqual((await titlesOf(alice, id)).slice(0, 3), ['One', 'Three', 'Two'])
  })

  it('show nothing of the series before when the history leads from one to another', async () => {
    const alice = await studio.server.person()
    const { id } = await writeSeries(alice)
    const other = await createSeries(alice.session, { title: 'Snow' })
    await publish(alice.session, { title: 'Flakes', ...entryOf(other) })
    await studio.visit(alice, '/studio/series', async page => {
      await page.getByRole('link', { name: 'A year of rain' }).click()
      await page.locator('.series-entry').nth(3).waitFor()
      await page.getByRole('link', { name: 'Series', exact: true }).first().click()
      await page.getByRole('link', { name: 'Snow' }).click()
      await page.getByRole('heading', { name: 'Snow' }).waitFor()
      for (const [steps, parts] of [
        [-2, ['One', 'Two', 'Three']],
        [2, ['Flakes']],
        [-2, ['One', 'Two', 'Three']],
      ] as const) {
        await page.evaluate(`history.go(${steps})`)
        await eventually(async () => assert.deepEqual((await shownTitles(page)).slice(0, 3), parts))
      }
      await page.waitForURL(url => url.pathname.endsWith(id))
    })
  })

  it('do not take the focus from the form while the order is being saved', async () => {
    const alice = await studio.server.person()
    const { id } = await writeSeries(alice)
    await studio.visit(alice, `/studio/series/${id}`, async page => {
      await whileOrderIsSaved(page, () => page.getByRole('textbox', { name: 'Title' }).fill('Rain'))
      await page.keyboard.type(' and snow')
      assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Rain and snow')
    })
  })

  it('keep the moves that are made while the order is being saved', async () => {
    const alice = await studio.server.person()
    const { id } = await writeSeries(alice)
    await studio.visit(alice, `/studio/series/${id}`, async page => {
      await whileOrderIsSaved(page, () => page.getByRole('button', { name: 'Move Two' }).press('Home'))
      await press(page, 'Save the order')
      await page.getByRole('button', { name: 'Save the order' }).waitFor({ state: 'detached' })
    })
    assert.deepEqual((await titlesOf(alice, id)).slice(0, 3), ['Two', 'Three', 'One'])
  })

  it('keep an order that is not saved yet when a post is taken out', async () => {
    const alice = await studio.server.person()
    const { id } = await writeSeries(alice)
    await studio.visit(alice, `/studio/series/${id}`, async page => {
      await page.getByRole('button', { name: 'Move Three' }).press('Home')
      await press(page, 'Take Two out of the series')
      await waitForText(page, 'Two is no longer in the series.')
      await eventually(async () => assert.deepEqual((await shownTitles(page)).slice(0, 2), ['Three', 'One']))
      await press(page, 'Save the order')
      await page.getByRole('button', { name: 'Save the order' }).waitFor({ state: 'detached' })
    })
    assert.deepEqual((await titlesOf(alice, id)).slice(0, 2), ['Three', 'One'])
  })

  it('are created once by a double click', async () => {
    const alice = await studio.server.person()
    await studio.visit(alice, '/studio/series', async page => {
      await press(page, 'New series')
      await page.getByLabel('Title').fill('Twice')
      await page.getByRole('button', { name: 'Create' }).dblclick()
      await page.getByRole('heading', { level: 1, name: 'Twice' }).waitFor()
      assert.equal((await alice.session.get(SERIES)).body.total, 1)
    })
  })

  it('do not interrupt an author who has closed the dialog before the answer', async () => {
    const alice = await studio.server.person()
    await studio.visit(alice, '/studio/series', async page => {
      const held = await holdAnswers(page, /\/api\/v1\/series$/)
      await press(page, 'New series')
      await page.getByLabel('Title').fill('Late')
      await page.keyboard.press('Enter')
      await held.asked
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Write', exact: true }).first().click()
      await titleOf(page).waitFor()
      const answered = page.waitForResponse(response => response.url().endsWith('/api/v1/series'))
      held.release()
      await answered
      await page.keyboard.type('Hello')
      await stateIs(page, 'Saved at')
      assert.equal(await titleOf(page).inputValue(), 'Hello')
    })
  })

  it('that are deleted do not interrupt an author who has left their page before the answer', async () => {
    const alice = await studio.server.person()
    const { id } = await createSeries(alice.session, { title: 'Deleted' })
    await studio.visit(alice, `/studio/series/${id}`, async page => {
      const held = await holdAnswers(page, new RegExp(`/series/${id}$`), 'DELETE')
      await press(page, 'Delete')
      await press(page.getByRole('dialog'), 'Delete')
      await held.asked
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Write', exact: true }).first().click()
      await page.waitForURL('**/studio/posts/new?draft=*')
      held.release()
      await waitForText(page, 'The series Deleted was deleted.')
      await page.keyboard.type('Hello')
      await stateIs(page, 'Saved at')
      assert.equal(await titleOf(page).inputValue(), 'Hello')
    })
  })

  it('are ordered by dragging', async () => {
    const alice = await studio.server.person()
    const { id } = await writeSeries(alice)
    await studio.visit(alice, `/studio/series/${id}`, async page => {
      const handle = page.getByRole('button', { name: 'Move One' })
      const from = await handle.boundingBox()
      const to = await page.getByRole('button', { name: 'Move Three' }).boundingBox()
      assert.ok(from && to)
      await page.mouse.move(from.x + 5, from.y + 5)
      await page.mouse.down()
      await page.mouse.move(to.x + 5, to.y + 5, { steps: 4 })
      await page.mouse.up()
      await eventually(async () => assert.deepEqual((await shownTitles(page)).slice(0, 3), ['Two', 'Three', 'One']))
      await press(page, 'Save the order')
      await waitForText(page, 'The order is saved.')
    })
    assert.deepEqual((await titlesOf(alice, id)).slice(0, 3), ['Two', 'Three', 'One'])
  })

  it('are chosen and created in the editor', async () => {
    const alice = await studio.server.person()
    const { id } = await createPost(alice.session, { title: 'A part' })
    await studio.visit(alice, `/studio/posts/${id}`, async page => {
      await press(page, 'Details')
      await page.getByLabel('Type').selectOption('series_entry')
      await press(page, 'New series')
      await page.getByRole('dialog').getByLabel('Title').fill('Made here')
      await page.keyboard.press('Enter')
      await eventually(async () => assert.notEqual((await readPost(alice.session, id)).series_id, null), 20_000)
      assert.equal(await page.getByLabel('Series').locator('option:checked').textContent(), 'Made here')
      await page.getByLabel('Type').selectOption('article')
      await eventually(async () => assert.equal((await readPost(alice.session, id)).series_id, null), 20_000)
    })
  })
})

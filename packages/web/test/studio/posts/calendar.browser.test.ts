import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { logInAs } from '../../support/log-in-as.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { focused, type, waitForText } from '../../support/studio-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

describe('the calendar', () => {
  it('shows scheduled posts in the reader’s time zone and reschedules them', async () => {
    const person = await studio.server.person()
    const at = new Date(Date.now() + 3 * 86_400_000)
    at.setUTCHours(20, 0, 0, 0)
    const { id } = await createPost(person.session, { title: 'Goes out', status: 'scheduled', scheduled_for: at })
    const month = new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 7)
    const use = async (page: Page) => {
      await waitForText(page, /Japan Standard Time \(Asia\/Tokyo\)/)
      await page.getByRole('button', { name: /^Scheduled: 05:00 ?Goes out/ }).focus()
      await type(page, 'Enter')
      const before = await page.getByLabel('New time').inputValue()
      await page.getByLabel('New time').fill(before.replace('05:00', '07:30'))
      await type(page, 'Enter')
      // Keys belong to the dialog until it has closed and given the focus back.
      await eventually(async () => assert.match(await focused(page), /^Scheduled: 07:30 ?Goes out/))
      const moved = new Date(at.getTime() + 2.5 * 3_600_000).toISOString()
      assert.equal((await readPost(person.session, id)).scheduled_for, moved)
      await type(page, 'PageDown')
      await page.getByRole('button', { name: /Goes out/ }).waitFor({ state: 'detached' })
      await type(page, 'PageUp')
      await page.getByRole('button', { name: /Goes out/ }).waitFor()
      await type(page, 'ArrowRight')
      await eventually(async () => assert.match(await focused(page), /Goes out/))
      await page.getByRole('button', { name: /Goes out/ }).click()
      let cancellations = 0
      page.on('request', request => {
        if (request.method() === 'PATCH') cancellations++
      })
      const held = await holdAnswers(page, /\/api\/v1\/posts\//, 'PATCH')
      await page.getByRole('button', { name: 'Back to draft' }).dblclick()
      await held.asked
      held.release()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(cancellations, 1)
    }
    await studio.visit(person, `/studio/calendar?month=${month}`, use, { timezoneId: 'Asia/Tokyo' })
  })

  it('shows what was published in its month, and reads no other posts', async () => {
    const person = await studio.server.person()
    for (const [title, day] of [
      ['In May', '2020-05-15'],
      ['In June', '2020-06-15'],
    ] as const) {
      const { id } = await createPost(person.session, { title, status: 'published' })
      const published_at = new Date(`${day}T12:00:00Z`)
      await studio.server.context.db.updateTable('posts').set({ published_at }).where('id', '=', id).execute()
    }
    const visit = async (month: string, shown: string) => {
      const titles: string[] = []
      await studio.browser.visit({}, async page => {
        page.on('response', async answer => {
          if (!/\/api\/v1\/posts\?.*(limit=100|_from=)/.test(answer.url())) return
          const { posts } = (await answer.json()) as { posts: { title: string }[] }
          titles.push(...posts.map(({ title }) => title))
        })
        await logInAs(page, person, studio.server.url)
        await page.goto(`/studio/calendar?month=${month}`)
        await waitForText(page, shown)
        await page.waitForLoadState('networkidle')
      })
      return titles
    }
    assert.deepEqual(await visit('2020-05', 'In May'), ['In May'])
    assert.deepEqual(await visit('2020-06', 'In June'), ['In June'])
  })

  it('shows this month for an address with a month that the server does not know', async () => {
    const person = await studio.server.person()
    await createPost(person.session, { title: 'Seen today', status: 'published' })
    for (const month of ['9999-12', '0001-01', '10000-01', '2020-13']) {
      await studio.visit(person, `/studio/calendar?month=${month}`, page => waitForText(page, 'Seen today'))
    }
  })
})

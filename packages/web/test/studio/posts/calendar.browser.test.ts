import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPost } from '../../../../server/test/support/posts/posts.ts'
import { logInAs } from '../../support/log-in-as.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { waitForText } from '../../support/studio-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

describe('the calendar', () => {
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

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPost } from '../../../server/test/support/posts/posts.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'
import { type } from '../support/studio-page.ts'

let studio: TestStudio
let server: TestServer
before(async () => {
  studio = await startStudio()
  server = studio.server
})
after(() => studio?.close())

describe('statistics', () => {
  it('count the actions of readers, show the value of each day by keyboard and in a table, and open one post', async () => {
    const [person, reader] = await Promise.all([server.person(), server.person()])
    const { id } = await createPost(person.session, { title: 'Liked by one', status: 'published' })
    await reader.session.put(`/api/v1/reader/posts/${id}/like`)
    await studio.visit(person, '/studio/statistics', async page => {
      const chart = page.getByRole('slider', { name: 'Likes by day' })
      await chart.focus()
      await type(page, 'Home', 'End')
      assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /: 1$/)
      await page.locator('summary').click()
      const [, today] = await page.getByRole('table', { name: 'Numbers as a table' }).getByRole('row').all()
      assert.match((await today?.innerText()) ?? '', /0\s+1\s+0\s+0\s+0$/)
      await page.getByRole('link', { name: '7 days' }).click()
      await page.getByRole('link', { name: 'Charts of Liked by one' }).click()
      await page.getByRole('heading', { name: 'Liked by one' }).waitFor()
      assert.match(page.url(), /days=7/)
    })
  })
})

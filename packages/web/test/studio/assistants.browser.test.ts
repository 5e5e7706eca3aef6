import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createPost } from '../../../server/test/support/posts/posts.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

it('the page of assistants has lines to connect one, and lists each call', async () => {
  const person = await studio.server.person()
  const { id } = await createPost(person.session, { title: 'Rain' })
  await person.bearer.post('/api/v1/agent-calls', { tool: 'change_post', post_id: id, is_error: true })
  await studio.visit(person, '/studio/settings/assistants', async page => {
    await page.getByRole('heading', { name: 'AI assistants' }).waitFor()
    assert.equal(await page.getByText(`claude mcp add --transport http galley ${studio.server.url}/mcp`).count(), 1)
    const row = page.getByRole('row').nth(1)
    assert.match(await row.innerText(), /change_post[\s\S]*Rejected[\s\S]*Rain/)
    assert.equal(await row.getByRole('link', { name: 'Rain' }).getAttribute('href'), `/studio/posts/${id}`)
    await assertAccessible(page)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import type { Person } from '../../../../server/test/support/test-server.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { titleOf } from '../../support/writing-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const status = async (person: Person, id: string) => (await readPost(person.session, id)).status

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
      await waitForText(page, 'Post restored as a draft.')
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
      await waitForText(page, 'Post restored as a draft.')
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

  async function deletePosts({ session }: Person): Promise<void> {
    for (let i = 0; i <= 20; i++) {
      const { id } = await createPost(session, { title: `Deleted ${i}` })
      await session.delete(`/api/v1/posts/${id}`)
    }
  }

  it('shows no post of the page before as one of the next', async () => {
    const person = await studio.server.person()
    await deletePosts(person)
    await studio.visit(person, '/studio/trash', async page => {
      const held = await holdAnswers(page, /\/trash\?.*offset=20/)
      await press(page, 'Next')
      await held.asked
      await waitForText(page, '21–21 of 21')
      assert.equal(
        await page.locator('[inert] .trash-row').count(),
        20,
        'the posts of the first page cannot be restored',
      )
      assert.equal(await page.locator('[aria-busy=true] .trash-row').count(), 20)
      held.release()
      await press(page, 'Restore as a draft: “Deleted 0”')
      await waitForText(page, 'Post restored as a draft.')
      assert.equal(await page.locator('[inert]').count(), 0)
    })
  })

  it('shows the page before when the last post of a page is restored', async () => {
    const person = await studio.server.person()
    await deletePosts(person)
    await studio.visit(person, '/studio/trash', async page => {
      await press(page, 'Next')
      await press(page, 'Restore as a draft: “Deleted 0”')
      await page.getByText('Deleted 1', { exact: true }).waitFor()
      await page.waitForURL(url => url.searchParams.get('page') === '1')
    })
  })
})

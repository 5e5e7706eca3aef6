import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { changePost, createPost, POSTS, readPost } from '../../../../server/test/support/posts/posts.ts'
import { assertAccessible } from '../../support/accessibility.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

describe('the history of a post', () => {
  it('shows who saved which version, compares it, and puts it into the editor', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Rain', content: 'It rained.\n\nAll day.' })
    await person.bearer.patch(`${POSTS}/${id}`, { content: 'It snowed.\n\nAll day.' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await press(page, 'Details')
      await press(page, 'Show earlier versions')
      const dialog = page.getByRole('dialog', { name: 'History' })
      const versions = dialog.getByRole('radio')
      await versions.nth(1).waitFor()
      assert.match(await dialog.locator('.history-choice').first().innerText(), /by /)
      await versions.nth(1).check()
      await dialog.getByText('It rained.').waitFor()
      assert.equal(await dialog.locator('.compare-text .is-mine').first().innerText(), 'NowIt snowed.')
      await assertAccessible(page)
      await press(page, 'Put this version into the editor')
      await page.getByText('The version is in the editor.').waitFor()
      await eventually(async () => assert.equal((await readPost(person.session, id)).content, 'It rained.\n\nAll day.'))
    })
  })
})

describe('changes of a public post', () => {
  it('are kept on the server, are offered in another browser, and reach readers with the update only', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Rain', content: 'It rained.', status: 'published' })
    const pending = async () => {
      const { revisions } = (await person.session.get(`${POSTS}/${id}/revisions`)).body
      return revisions[0].is_pending ? revisions[0] : undefined
    }
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.getByRole('textbox', { name: 'Title' }).fill('Snow')
      await eventually(async () => assert.equal((await pending())?.title, 'Snow'))
    })
    assert.equal((await readPost(person.session, id)).title, 'Rain')
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await waitForText(page, 'There are changes that readers do not see yet')
      await assertAccessible(page)
      await press(page, 'Continue with them')
      assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Snow')
      await press(page, 'Update')
      await waitForText(page, 'Readers now see your changes.')
    })
    assert.equal((await readPost(person.session, id)).title, 'Snow')
    assert.equal(await pending(), undefined)
    await changePost(person.session, id, { title: 'Hail' })
  })

  it('are sent again after a failure, and say why they cannot be sent', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Rain', status: 'published' })
    const work = async (page: Page) => {
      let attempts = 0
      await page.route('**/pending-revision?*', route => (attempts++ < 1 ? route.abort() : route.fallback()))
      await page.getByRole('textbox', { name: 'Title' }).fill('Snow')
      const pendingTitle = async () => (await person.session.get(`${POSTS}/${id}/revisions`)).body.revisions[0]?.title
      await eventually(async () => assert.equal(await pendingTitle(), 'Snow'))
      await page.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(101))
      await waitForText(page, 'These changes are on this device only')
      await page.getByRole('textbox', { name: 'Title' }).fill('Hail')
      await page.getByText('These changes are on this device only').waitFor({ state: 'detached' })
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { expected: [/ERR_FAILED|status of 400/] })
  })

  it('made in two browsers at the same time do not overwrite each other', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Rain', content: 'It rained.', status: 'published' })
    const revisions = async () => (await person.session.get(`${POSTS}/${id}/revisions`)).body.revisions
    const pendingTitle = async () => (await revisions())[0].is_pending && (await revisions())[0].title
    const edit = async (one: Page) => {
      await one.getByRole('textbox', { name: 'Title' }).fill('Rain 2')
      await eventually(async () => assert.equal(await pendingTitle(), 'Rain 2'))
      await studio.visit(person, `/studio/posts/${id}`, async other => {
        await press(other, 'Continue with them')
        await other.getByRole('textbox', { name: 'Title' }).fill('Snow')
        await eventually(async () => assert.equal(await pendingTitle(), 'Snow'))
      })
      await one.getByRole('textbox', { name: 'Title' }).fill('Hail')
      await waitForText(one, 'There are changes that readers do not see yet')
      assert.equal(await pendingTitle(), 'Snow')
      await press(one, 'Discard them')
      await eventually(async () => assert.equal(await pendingTitle(), 'Hail'))
      await one.getByRole('textbox', { name: 'Title' }).fill('Hail 2')
      await eventually(async () => assert.equal(await pendingTitle(), 'Hail 2'))
    }
    await studio.visit(person, `/studio/posts/${id}`, edit, { expected: [/status of 412/] })
    const titles = (await revisions()).map(({ title }: { title: string }) => title)
    assert.ok(titles.includes('Snow'), 'what was discarded stays in the history')
  })

  it('made by a program are labelled with its name, and can be discarded', async () => {
    const person = await studio.server.person()
    const { id } = await createPost(person.session, { title: 'Rain', content: 'It rained.', status: 'published' })
    await person.bearer.put(`${POSTS}/${id}/pending-revision`, { title: 'Storm' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.getByText(/“.+” saved them at/).waitFor()
      await press(page, 'Discard them')
      await page.getByText('There are changes that readers do not see yet').waitFor({ state: 'detached' })
    })
    const { revisions } = (await person.session.get(`${POSTS}/${id}/revisions`)).body
    assert.equal(revisions[0].is_pending, false)
  })
})

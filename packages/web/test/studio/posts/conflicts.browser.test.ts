import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { changePost, createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import type { Person, TestServer } from '../../../../server/test/support/test-server.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { idOf, REFUSED, shownText, stateIs, storedDrafts, textOf } from '../../support/writing-page.ts'

let studio: TestStudio
let server: TestServer
before(async () => {
  studio = await startStudio()
  server = studio.server
})
after(() => studio?.close())

const read = async (person: Person, id: string) => readPost(person.session, id)

// Concurrent, because the tests mostly wait for the autosave.
describe('changes from elsewhere', { concurrency: 4 }, () => {
  it('leave the cursor in its place when they are taken over', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Cursor', content: 'First.\n\nSecond.\n\nThird.' })
    const work = async (page: Page) => {
      await textOf(page).click()
      for (const key of ['Control+Home', 'ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key)
      await changePost(person.session, id, { content: 'First, from elsewhere.\n\nSecond.\n\nThird.' })
      await page.getByRole('textbox', { name: 'Title' }).press('End')
      await page.keyboard.type('!')
      await page.keyboard.press('Enter')
      await textOf(page).getByText('First, from elsewhere.').waitFor()
      await page.keyboard.type(' And here.')
      await eventually(async () => {
        const { title, content } = await read(person, id)
        assert.equal(title, 'Cursor!')
        assert.equal(content, 'First, from elsewhere.\n\nSecond. And here.\n\nThird.')
      })
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
  })

  describe('two tabs', () => {
    it('that change the same text cause a conflict, and either choice keeps the other text', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Two tabs', content: 'The first line.' })
      const work = async (page: Page) => {
        const other = await page.context().newPage()
        await other.goto(`/studio/posts/${id}`)
        for (const [tab, words] of [
          [page, ' From one.'],
          [other, ' From the other.'],
        ] as const) {
          await textOf(tab).click()
          await tab.keyboard.press('Control+End')
          await tab.keyboard.type(words)
          await stateIs(tab, tab === page ? 'Saved at' : 'Changed elsewhere')
        }
        await press(other, 'Compare')
        const comparison = await other.getByRole('dialog', { name: 'Two versions' }).innerText()
        assert.match(comparison, /From one\./)
        assert.match(comparison, /From the other\./)
        await other.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
        await stateIs(other, 'Saved at')
        assert.equal((await read(person, id)).content, 'The first line. From the other.')

        await page.keyboard.type(' And more.')
        await waitForText(page, 'This post was changed elsewhere')
        await press(page, 'Use the other version')
        await textOf(page).getByText('The first line. From the other.').waitFor()
        await page.keyboard.press('Control+.')
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Save as a file' }).first().click()
        const file = await (await download).createReadStream()
        const downloaded = (await file.toArray()).join('')
        assert.match(downloaded, /The first line\. From one\. And more\./)
      }
      await studio.visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })

    it('that change different fields are merged without a conflict', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Together', content: 'Text.' })
      const work = async (page: Page) => {
        await person.session.patch(`/api/v1/posts/${id}`, { subtitle: 'From elsewhere', tags: ['new'] })
        await textOf(page).click()
        await page.keyboard.type(' More.')
        await waitForText(page, 'Changes from elsewhere were merged')
        await eventually(async () => {
          const { content, subtitle } = await read(person, id)
          assert.deepEqual([content, subtitle], ['Text. More.', 'From elsewhere'])
        })
      }
      await studio.visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })
  })

  describe('a published post', () => {
    it('changes for its readers only when the author updates it', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Public', content: 'As it was.', status: 'published' })
      await studio.visit(person, `/studio/posts/${id}`, async page => {
        await textOf(page).click()
        await page.keyboard.type(' Half a sen')
        await stateIs(page, 'Readers do not see your changes yet')
        await eventually(async () => assert.match(await storedDrafts(page), /Half a sen/))
        await page.reload()
        await waitForText(page, 'Your text was restored')
        assert.match(await shownText(page), /As it was\. Half a sen/)
        assert.equal((await read(person, id)).content, 'As it was.')
        await page.keyboard.press('Control+s')
        await waitForText(page, 'Readers now see your changes.')
        assert.equal((await read(person, id)).content, 'As it was. Half a sen')
      })
    })
  })

  describe('a post that is deleted elsewhere', () => {
    it('keeps its text on this device, also when it is reopened, and can be saved as a new post', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Deleted', content: 'As it was.' })
      const work = async (page: Page) => {
        await textOf(page).click()
        await page.keyboard.press('Control+End')
        await person.session.delete(`/api/v1/posts/${id}`)
        await page.keyboard.type(' Not sent.')
        await waitForText(page, 'This post has been deleted elsewhere')
        await eventually(async () => assert.match(await storedDrafts(page), /Not sent/))

        await page.reload()
        await waitForText(page, 'This post has been deleted elsewhere')
        assert.equal(await shownText(page), 'As it was. Not sent.')
        assert.equal((await person.session.get('/api/v1/posts')).body.total, 0, 'nothing is sent by itself')
        await press(page, 'Save it as a new post')
        await stateIs(page, 'Saved at')
        await page.waitForURL(url => !url.pathname.endsWith(id))
        const { title, content } = await read(person, await idOf(page))
        assert.deepEqual([title, content], ['Deleted', 'As it was. Not sent.'])
        await eventually(async () => assert.equal(await storedDrafts(page), '[]'))
      }
      await studio.visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })
  })
})

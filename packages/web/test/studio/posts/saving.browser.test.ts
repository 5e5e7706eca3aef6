import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import type { Person, TestServer } from '../../../../server/test/support/test-server.ts'
import { assertAccessible } from '../../support/accessibility.ts'
import { logInAs } from '../../support/log-in-as.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { idOf, NO_RESPONSE, REFUSED, shownText, stateIs, textOf, titleOf } from '../../support/writing-page.ts'

let studio: TestStudio
let server: TestServer
before(async () => {
  studio = await startStudio()
  server = studio.server
})
after(() => studio?.close())

const contentOf = async (person: Person, id: string): Promise<string> => (await readPost(person.session, id)).content

const writeAtEnd = async (page: Page, words: string): Promise<void> => {
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

const hasConflict = (page: Page) => page.getByText('This post was changed elsewhere').count()

describe('saving', { concurrency: 4 }, () => {
  it('a lost response is not a conflict if the author has continued to type', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Lost answer', content: 'One' })
    const work = async (page: Page) => {
      let isLost = false
      await page.route(`**/api/v1/posts/${id}`, async route => {
        if (isLost || route.request().method() !== 'PATCH') return route.continue()
        await route.fetch()
        await page.keyboard.type(' three')
        isLost = true
        return route.abort('connectionreset')
      })
      await writeAtEnd(page, ' two')
      await eventually(async () => assert.equal(await contentOf(person, id), 'One two three'), 15_000)
      await stateIs(page, 'Saved at')
      assert.equal(await hasConflict(page), 0)
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { expected: NO_RESPONSE })
  })

  it('a post that is left and reopened at once shows the latest text', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Left at once', content: 'One' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const answer = Promise.withResolvers<void>()
      await page.route(`**/api/v1/posts/${id}`, async route => {
        if (route.request().method() === 'PATCH') await answer.promise
        await route.continue()
      })
      await writeAtEnd(page, ' two')
      await page.getByRole('link', { name: 'Back to posts' }).click()
      await page.getByRole('link', { name: 'Left at once' }).click()
      await textOf(page).waitFor()
      assert.equal(await shownText(page), 'One two')
      await writeAtEnd(page, ' three')
      answer.resolve()
      await stateIs(page, 'Saved at')
      await eventually(async () => assert.equal(await contentOf(person, id), 'One two three'), 15_000)
      assert.equal(await hasConflict(page), 0)
    })
  })

  it('a new post that is left before it is saved is shown again by the forward button', async () => {
    await studio.visit(await server.person(), '/studio', async page => {
      await page.getByRole('link', { name: 'Write', exact: true }).first().click()
      await titleOf(page).fill('Back and forth')
      await page.goBack()
      await page.getByRole('link', { name: 'Back and forth' }).waitFor()
      await page.goForward()
      await idOf(page)
      assert.equal(await titleOf(page).inputValue(), 'Back and forth')
    })
  })

  it('an update that is requested offline is sent when the network is back', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Public', content: 'One', status: 'published' })
    const work = async (page: Page) => {
      await page.context().setOffline(true)
      await writeAtEnd(page, ' two')
      await press(page, 'Update')
      await stateIs(page, 'updated when the connection is back')
      await page.context().setOffline(false)
      await stateIs(page, 'Saved at')
      assert.equal(await contentOf(person, id), 'One two')
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { expected: NO_RESPONSE })
  })

  it('a post that is opened offline shows the copy on this device, with a notice', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'On this device', content: 'One', status: 'published' })
    const work = async (page: Page) => {
      await writeAtEnd(page, ' two')
      await stateIs(page, 'Readers do not see your changes yet')
      await page.getByRole('link', { name: 'Back to posts' }).click()
      await page.getByRole('heading', { name: 'Posts' }).waitFor()
      await page.context().setOffline(true)
      await page.locator('.post-list').getByRole('link', { name: 'On this device' }).click()
      await waitForText(page, 'The server cannot be reached. This is the text stored on this device')
      assert.equal(await shownText(page), 'One two')
      await assertAccessible(page)
      await writeAtEnd(page, ' three')
      await stateIs(page, 'Kept on this device')
      await page.context().setOffline(false)
      await stateIs(page, 'Readers do not see your changes yet')
      assert.equal(await page.getByText('The server cannot be reached').count(), 0)
      assert.equal(await contentOf(person, id), 'One')
      await press(page, 'Update')
      await stateIs(page, 'Saved at')
      assert.equal(await contentOf(person, id), 'One two three')
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { expected: NO_RESPONSE })
  })

  it('a new post with only a tag is saved', async () => {
    const person = await server.person()
    await studio.visit(person, '/studio/posts/new', async page => {
      await page.keyboard.press('Control+.')
      await page.getByLabel('Tags').fill('harbour')
      await page.keyboard.press('Enter')
      const { title, tags } = await readPost(person.session, await idOf(page))
      assert.deepEqual([title, tags], ['Untitled', ['harbour']])
      await stateIs(page, 'Saved at')
    })
  })

  it('a text that the browser does not store is shown as not stored, until it is', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Public', content: 'One', status: 'published' })
    await studio.browser.visit({}, async page => {
      await page.addInitScript(`{
        window.storageFails = true
        const open = IDBFactory.prototype.open
        IDBFactory.prototype.open = function (...args) {
          if (window.storageFails) throw new DOMException('no storage', 'UnknownError')
          return open.apply(this, args)
        }
      }`)
      await logInAs(page, person, server.url)
      await page.goto(`/studio/posts/${id}`)
      await writeAtEnd(page, ' two')
      await stateIs(page, 'Not stored anywhere')
      await waitForText(page, 'This browser cannot store your text')
      // The text is still in the memory of this page.
      await page.getByRole('link', { name: 'Back to posts' }).click()
      await page.getByRole('link', { name: 'Public' }).first().click()
      await eventually(async () => assert.equal(await shownText(page), 'One two'))
      await stateIs(page, 'Not stored anywhere')
      await page.evaluate('window.storageFails = false')
      await stateIs(page, 'Readers do not see your changes yet')
      assert.equal(await page.getByText('This browser cannot store your text').count(), 0)
    })
  })

  it('a user who is logged out can log in in another tab and continue', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Two tabs', content: 'One' })
    const work = async (page: Page) => {
      const other = await page.context().newPage()
      await other.goto('/studio')
      await other.evaluate("fetch('/api/v1/session', { method: 'DELETE' })")
      await writeAtEnd(page, ' two')
      await stateIs(page, 'log in to save')
      await other.goto('/login')
      await other.locator('#login').fill(person.account.username)
      await other.locator('#password').fill(person.password)
      await other.keyboard.press('Enter')
      await other.waitForURL(url => url.pathname !== '/login')
      await page.bringToFront()
      await page.evaluate("dispatchEvent(new Event('focus'))")
      await stateIs(page, 'Saved at')
      assert.equal((await readPost(person.bearer, id)).content, 'One two')
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
  })
})

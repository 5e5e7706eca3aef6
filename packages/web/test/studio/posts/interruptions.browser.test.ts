import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { Client } from '../../../../server/test/support/client.ts'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import { createTestDatabase, type TestDatabase } from '../../../../server/test/support/test-database.ts'
import type { Person, TestServer } from '../../../../server/test/support/test-server.ts'
import { startBrowser, type TestBrowser, type VisitOptions } from '../../support/browser.ts'
import { logInAs } from '../../support/log-in-as.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { startWebServer } from '../../support/web-server.ts'
import {
  idOf,
  NO_RESPONSE,
  REFUSED,
  shownText,
  stateIs,
  storedDrafts,
  textOf,
  titleOf,
} from '../../support/writing-page.ts'

let database: TestDatabase
let server: TestServer
let browser: TestBrowser
before(async () => {
  database = await createTestDatabase()
  server = await startWebServer({ database })
  browser = await startBrowser(server.url)
})
after(async () => {
  await browser?.close()
  await server?.close()
  await database?.drop()
})

const visit = (person: Person, path: string, use: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
  browser.visit(options, async page => {
    await logInAs(page, person, server.url)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await use(page)
  })

const read = async (person: Person, id: string) => readPost(person.session, id)

/** Stops the server and starts it again with the same database and address. */
async function startAgain(): Promise<void> {
  const { port } = new URL(server.url)
  server = await startWebServer({ database, env: { PORT: port, PUBLIC_URL: server.url } })
}

// Concurrent, because the tests mostly wait for the autosave.
describe('writing', { concurrency: 4 }, () => {
  describe('a session that ends while the author writes', () => {
    it('keeps the page and its text, and continues after logging in', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Logged out', content: 'Before.' })
      const work = async (page: Page) => {
        await page.context().clearCookies()
        await textOf(page).click()
        await page.keyboard.press('Control+End')
        await page.keyboard.type(' And after.')
        await waitForText(page, 'You are logged out')
        await stateIs(page, 'Kept on this device; log in to save')
        assert.equal(await shownText(page), 'Before. And after.')
        await eventually(async () => assert.match(await storedDrafts(page), /And after/))
        await page.getByRole('link', { name: 'Log in' }).click()
        await page.locator('#login').fill(person.account.username)
        await page.locator('#password').fill(person.password)
        await page.keyboard.press('Enter')
        await waitForText(page, 'Your text was restored')
        await stateIs(page, 'Saved at')
        assert.equal((await read(person, id)).content, 'Before. And after.')
      }
      await visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })
  })

  describe('a page whose user logs out in another tab, where somebody else logs in', () => {
    it('sends nothing with the session of the other, and continues when its user is back', async () => {
      const [person, other] = [await server.person(), await server.person()]
      const work = async (page: Page) => {
        const logIn = async (tab: Page, { account, password }: Person) => {
          await tab.goto('/login')
          await tab.locator('#login').fill(account.username)
          await tab.locator('#password').fill(password)
          await tab.keyboard.press('Enter')
          await tab.getByRole('button', { name: 'Log out' }).waitFor()
        }
        await titleOf(page).fill('Mine')
        await stateIs(page, 'Saved at')
        const tab = await page.context().newPage()
        await tab.goto('/')
        await tab.getByRole('button', { name: 'Log out' }).click()
        await tab.getByRole('link', { name: 'Log in' }).waitFor()
        await waitForText(page, 'You are logged out')
        await logIn(tab, other)
        await textOf(page).click()
        await page.keyboard.type('Not for the other account.')
        await page.keyboard.press('Control+s')
        await stateIs(page, 'Kept on this device; log in to save')
        assert.equal((await other.session.get('/api/v1/posts')).body.total, 0)
        await tab.getByRole('button', { name: 'Log out' }).click()
        await logIn(tab, person)
        await stateIs(page, 'Saved at')
        const session = new Client(server.url)
        await session.logIn(person.account.username, person.password)
        assert.equal((await readPost(session, await idOf(page))).content, 'Not for the other account.')
        assert.equal((await other.session.get('/api/v1/posts')).body.total, 0)
      }
      await visit(person, '/studio/posts/new', work, { expected: REFUSED })
    })
  })

  describe('a page that throws', () => {
    it('offers its text as a file, and restores it after a reload', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Broken', content: 'As it was.', status: 'published' })
      const work = async (page: Page) => {
        // A response that violates the contract.
        await page.route('**/api/v1/webhooks', route => route.fulfill({ json: { webhooks: null } }))
        await textOf(page).click()
        await page.keyboard.type(' Not sent.')
        await page.keyboard.press('Control+Enter')
        await waitForText(page, 'Something went wrong on this page')
        await page.getByRole('button', { name: 'Save the text as a file' }).waitFor()
        await press(page, 'Reload the page')
        await textOf(page).getByText('As it was. Not sent.').waitFor()
      }
      await visit(person, `/studio/posts/${id}`, work, { expected: [/TypeError/] })
    })
  })
})

describe('without a server', () => {
  it('texts can be written, are shown as stored on this device, and are sent when the server is back', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Storm', content: 'Before.' })
    const work = async (page: Page) => {
      await textOf(page).click()
      await page.keyboard.press('Control+End')
      await server.close()
      await page.keyboard.type(' While it was gone.')
      await waitForText(page, 'The server is not responding')
      await stateIs(page, 'Kept on this device')
      await startAgain()
      await stateIs(page, 'Saved at')
      assert.equal((await read(person, id)).content, 'Before. While it was gone.')
    }
    await visit(person, `/studio/posts/${id}`, work, { expected: NO_RESPONSE })
  })

  it('a create request whose response was lost makes no second post, even after a log-out, and cannot undo changes', async () => {
    const person = await server.person()
    const work = async (page: Page) => {
      const cookies = await page.context().cookies()
      const requests: Request[] = []
      await page.route('**/by-external-id/**', async route => {
        requests.push(route.request())
        if (requests.length > 1) return route.continue()
        // The request arrives, its response is lost, and then the author is logged out.
        await route.fetch()
        await page.context().clearCookies()
        return route.abort('connectionreset')
      })
      await page.keyboard.type('Once')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Written before')
      await waitForText(page, 'You are logged out')
      await page.keyboard.type(' and after.')
      await page.context().addCookies(cookies)
      await page.keyboard.press('Control+s')
      await idOf(page)
      await stateIs(page, 'Saved at')
      const { posts, total } = (await person.session.get('/api/v1/posts')).body
      assert.equal(total, 1)
      const again = await page.request.fetch(requests[0]!)
      assert.equal(again.status(), 412, 'the same request arrives a second time')
      assert.equal((await read(person, posts[0].id)).content, 'Written before and after.')
    }
    await visit(person, '/studio/posts/new', work, { expected: [...NO_RESPONSE, ...REFUSED] })
  })

  /** Closes the tab before a text is sent; returns the list of posts in another tab. */
  async function leaveUnsent(page: Page): Promise<Page> {
    await titleOf(page).fill('Never sent')
    await page.context().setOffline(true)
    await waitForText(page, 'You are offline')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Every word of it.')
    await stateIs(page, 'Kept on this device')
    await eventually(async () => assert.match(await storedDrafts(page), /Every word of it\./))
    const context = page.context()
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto('/studio')
    await waitForText(next, 'A text on this device has not reached the server')
    return next
  }

  it('a text that is discarded to a file stays on this device for 30 days, because the file may not be stored', async () => {
    const person = await server.person()
    const work = async (page: Page) => {
      const next = await leaveUnsent(page)
      await press(next, 'Save as a file and remove')
      await next.getByText('A text on this device has not reached').waitFor({ state: 'detached' })
      const visitIn = async (days: number) => {
        await next.clock.setFixedTime(Date.now() + days * 86_400_000)
        await next.reload()
        await next.locator('.onboarding').waitFor()
      }
      await visitIn(29)
      assert.match(await storedDrafts(next), /Every word of it\./)
      await visitIn(31)
      await eventually(async () => assert.equal(await storedDrafts(next), '[]'))
    }
    await visit(person, '/studio/posts/new', work, { expected: NO_RESPONSE })
  })

  it('a text that was never sent is restored after the tab was closed, and becomes one post', async () => {
    const person = await server.person()
    const work = async (page: Page) => {
      const next = await leaveUnsent(page)
      await next.getByRole('link', { name: 'Never sent' }).click()
      await waitForText(next, 'Your text was restored')
      const id = await idOf(next)
      await stateIs(next, 'Saved at')
      assert.equal((await read(person, id)).content, 'Every word of it.')
      assert.equal((await person.session.get('/api/v1/posts')).body.total, 1)
    }
    await visit(person, '/studio/posts/new', work, { expected: NO_RESPONSE })
  })
})

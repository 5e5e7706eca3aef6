import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertError, Client } from '../../../server/test/support/client.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { holdAnswers } from '../support/hold-answers.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'
import { focused, press, type, waitForText } from '../support/studio-page.ts'

let studio: TestStudio
let server: TestServer
before(async () => {
  studio = await startStudio()
  server = studio.server
})
after(() => studio?.close())

/** In the menu of the focused button. On a busy machine, the next key may come before the menu has the focus. */
async function chooseRevoke(page: Page): Promise<void> {
  const untilFocused = (item: string) => eventually(async () => assert.equal(await focused(page), item))
  await type(page, 'Enter')
  await untilFocused('Re-issue')
  await type(page, 'ArrowDown')
  await untilFocused('Revoke')
  await type(page, 'Enter')
}

describe('tokens', () => {
  it('are issued and shown once, work at once, and are refused once revoked, with the keyboard only', async () => {
    const person = await server.person()
    await studio.visit(person, '/studio/settings/tokens', async page => {
      await waitForText(page, '1 of 10 tokens in use')
      await page.getByRole('button', { name: 'Issue a token' }).focus()
      await type(page, 'Enter')
      await page.keyboard.type('build server')
      await type(page, 'Enter')
      const dialog = page.getByRole('dialog', { name: '“build server” has been issued' })
      const token = await dialog.locator('pre').first().innerText()
      assert.match(token, /^\w{64}$/)
      assert.ok(
        (await dialog.innerText()).includes(`${server.url}/api/v1/posts`),
        'the curl example uses the URL of this server',
      )
      await assertAccessible(page)
      await dialog.getByRole('tab', { name: 'curl' }).focus()
      await type(page, 'ArrowRight')
      assert.ok((await dialog.getByRole('tabpanel').innerText()).includes('createClient'))
      const tool = new Client(server.url, { token })
      assert.equal((await tool.get('/api/v1/me')).body.id, person.account.id)

      await type(page, 'Escape')
      await eventually(async () => assert.equal(await focused(page), 'Issue a token', 'the focus comes back'))
      await page.getByRole('row', { name: 'build server' }).waitFor()
      assert.ok(!(await page.content()).includes(token), 'the page does not show the token again')

      await page.getByRole('button', { name: 'Actions for build server' }).focus()
      await chooseRevoke(page)
      await page.getByRole('dialog', { name: 'Revoke “build server”?' }).waitFor()
      await type(page, 'Escape')
      await eventually(async () => assert.equal(await focused(page), 'Actions for build server'))
      await chooseRevoke(page)
      await page.getByRole('dialog', { name: 'Revoke “build server”?' }).waitFor()
      await type(page, 'Tab', 'Enter')
      await waitForText(page, '“build server” has been revoked')
      assertError(await tool.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
      await waitForText(page, 'Revoked tokens (1)')
    })
  })

  it('are shown even if the author presses Escape before they are issued', async () => {
    const person = await server.person()
    await studio.visit(person, '/studio/settings/tokens', async page => {
      const held = await holdAnswers(page, /\/api\/v1\/tokens$/, 'POST')
      await press(page, 'Issue a token')
      await page.getByLabel('Name').fill('laptop')
      await press(page.getByRole('dialog'), 'Issue a token')
      await held.asked
      await page.keyboard.press('Escape')
      held.release()
      await page.getByRole('dialog', { name: '“laptop” has been issued' }).locator('pre').first().waitFor()
    })
  })

  it('that cannot be issued leave their dialog open, however often the author has pressed Escape before', async () => {
    const person = await server.person()
    const visit = async (page: Page) => {
      const { promise: isPressed, resolve: pressed } = Promise.withResolvers<void>()
      await page.route(/\/api\/v1\/tokens$/, async route => {
        if (route.request().method() !== 'POST') return route.fallback()
        await isPressed
        const error = { code: 'FORBIDDEN', message: 'No.', fields: [], request_id: '1' }
        await route.fulfill({ status: 403, json: { error } })
      })
      await press(page, 'Issue a token')
      await page.getByLabel('Name').fill('laptop')
      await press(page.getByRole('dialog'), 'Issue a token')
      // After the first ones the browser closes a dialog without asking the page.
      await type(page, 'Escape', 'Escape', 'Escape', 'Escape')
      pressed()
      await page.getByRole('dialog').getByText('You are not allowed to do this.').waitFor()
    }
    await studio.visit(person, '/studio/settings/tokens', visit, { expected: [/status of 403/] })
  })

  it('with the name of an active token replace it after a warning; an eleventh cannot be issued', async () => {
    const person = await server.person()
    await studio.visit(person, '/studio/settings/tokens', async page => {
      await press(page, 'Issue a token')
      await page.getByLabel('Name').fill('test')
      await waitForText(page, /There is a token named “test”/)
      await press(page.getByRole('dialog'), 'Re-issue')
      await press(page, 'I have stored it')
      assertError(await person.bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
      for (let n = 2; n <= 10; n++) await person.session.post('/api/v1/tokens', { name: `token ${n}` })
      await page.reload()
      await waitForText(page, /You have 10 tokens, which is the maximum/)
      assert.ok(await page.getByRole('button', { name: 'Issue a token' }).isDisabled())
    })
  })
})

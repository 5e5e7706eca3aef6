import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { Client } from '../../../server/test/support/client.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import { plain } from '../../../server/test/support/posts/images.ts'
import { createPost, later } from '../../../server/test/support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../../server/test/support/receiver.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { deliveriesOf, registerWebhook } from '../../../server/test/support/webhooks.ts'
import { assertAccessible } from '../support/accessibility.ts'
import type { VisitOptions } from '../support/browser.ts'
import { holdAnswers } from '../support/hold-answers.ts'
import { assertFits } from '../support/layout.ts'
import { logInAs } from '../support/log-in-as.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'
import { open, press, waitForText } from '../support/studio-page.ts'

let studio: TestStudio
let server: TestServer
let receiver: Receiver
before(async () => {
  studio = await startStudio({ env: RECEIVER_ENV, dispatcher: true })
  server = studio.server
  receiver = await startReceiver()
})
after(async () => {
  await receiver?.close()
  await studio?.close()
})

const visit = (person: Person, path: string, use: (page: Page) => Promise<void>, options?: VisitOptions) =>
  studio.visit(person, `/studio/${path}`, use, options)

it('an author on the free plan sees explanations instead of errors', async () => {
  const person = await server.person({ plan: 'free' })
  await visit(person, 'settings/webhooks', async page => {
    await waitForText(page, 'Webhooks are part of Premium')
    await open(page, `settings/webhooks/${person.account.id}`)
    await waitForText(page, 'Webhooks are part of Premium')
    await open(page, 'settings/tokens')
    await waitForText(page, 'Using a token needs Premium')
    const { tokens } = (await person.session.get('/api/v1/tokens')).body
    for (const { id } of tokens) await person.session.delete(`/api/v1/tokens/${id}`)
    await page.reload()
    await waitForText(page, 'No token yet')
    assert.equal(await page.getByText('Issue one to publish').count(), 0, 'no offer of a feature that the plan lacks')
    await eventually(async () => assert.ok(await page.getByRole('button', { name: 'Issue a token' }).isEnabled()))
    await page.getByRole('link', { name: 'See the plans' }).click()
    await waitForText(page, `users set-plan ${person.account.username} premium`)
    await waitForText(page, 'of 1.07 GB used')
  })
})

it('other sessions can be ended, one or all, and the current one stays', async () => {
  const person = await server.person()
  const others = await Promise.all(
    [1, 2, 3].map(async () => {
      const other = new Client(server.url)
      await other.logIn(person.account.username, person.password)
      return other
    }),
  )
  const alive = async () =>
    (await Promise.all(others.map(other => other.get('/api/v1/me')))).filter(me => me.status === 200)
  await visit(person, 'settings/sessions', async page => {
    await page
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click()
    await waitForText(page, 'Session ended')
    assert.equal((await alive()).length, 2)
    await press(page, 'End all others')
    await press(page.getByRole('dialog'), 'End all others')
    await waitForText(page, 'You are not logged in anywhere else.')
    assert.equal((await alive()).length, 0)
    assert.equal((await person.session.get('/api/v1/me')).status, 200)
  })
})

it('name, bio, picture and password are saved, and a wrong password is shown at its field', async () => {
  const person = await server.person()
  const { username } = person.account
  const options = { expected: [/status of 400/] }
  const use = async (page: Page) => {
    await page.getByLabel('Name', { exact: true }).fill('Fumi 青木')
    await page.getByLabel('About you').fill('Writes at night.')
    await press(page, 'Save')
    await waitForText(page, 'Saved')
    const file = { name: 'me.png', mimeType: 'image/png', buffer: await plain('png') }
    await page.getByLabel('Choose a picture').setInputFiles(file)
    await waitForText(page, 'Picture changed')
    await page.getByRole('img', { name: 'Picture of Fumi 青木' }).waitFor()
    const { profile } = (await server.anyone.get(`/api/v1/public/users/${username}`)).body
    assert.equal(profile.display_name, 'Fumi 青木')
    assert.equal(profile.bio, 'Writes at night.')
    assert.ok(profile.avatar_url.startsWith(`${server.url}/media/`))

    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('another long password')
    await press(page, 'Change password')
    await waitForText(page, 'This is not the current password.')
    assert.equal(await page.getByLabel('Current password').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Current password').fill(person.password)
    await press(page, 'Change password')
    await waitForText(page, /Password changed/)
    await new Client(server.url).logIn(username, 'another long password')
  }
  await visit(person, 'settings/profile', use, options)
})

it('the export is of the account whose page it is, not of one that logged in since in another tab', async () => {
  const [person, other] = [await server.person(), await server.person()]
  const use = async (page: Page) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download everything')])
    assert.ok(download.suggestedFilename().startsWith(`galley-${person.account.username}-`))
    const bytes = await readFile(await download.path())
    assert.ok(bytes.includes('account.json'), 'the file is complete')

    await logInAs(page, other, server.context.settings.publicUrl.origin)
    const stored: unknown[] = []
    page.on('download', file => stored.push(file))
    await press(page, 'Download everything')
    await waitForText(page, 'You are logged out')
    assert.deepEqual(stored, [], 'nothing of the other account is stored')
  }
  await visit(person, 'settings/profile', use, { expected: [/status of 401/] })
})

it('an account is deleted with the keyboard, after its password', async () => {
  const person = await server.person()
  const use = async (page: Page) => {
    await press(page, 'Delete account')
    const dialog = page.getByRole('dialog')
    const password = dialog.getByLabel('Current password')
    await password.fill('not this one')
    await page.keyboard.press('Enter')
    await waitForText(page, 'This is not the current password.')
    await password.and(page.locator(':focus')).waitFor()
    await assertAccessible(page)
    await password.fill(person.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.pathname === '/')
    assert.equal((await person.session.get('/api/v1/me')).status, 401)
  }
  await visit(person, 'settings/profile', use, { expected: [/status of 400/] })
})

it('a name that is typed while the one before is being saved stays', async () => {
  const person = await server.person()
  await visit(person, 'settings/profile', async page => {
    const held = await holdAnswers(page, /\/api\/v1\/me$/)
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Fumi')
    await press(page, 'Save')
    await held.asked
    await name.fill('Fumi Aoki')
    held.release()
    await waitForText(page, 'Saved')
    assert.equal(await name.inputValue(), 'Fumi Aoki')
  })
})

it('leaving the profile asks if it has changes that are not saved, and only then', async () => {
  const person = await server.person()
  await visit(person, 'settings/profile', async page => {
    const about = page.getByLabel('About you')
    await about.fill('Writes at night.')
    const series = page.getByRole('link', { name: 'Series' })
    await series.click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await about.inputValue(), 'Writes at night.')
    await page.getByLabel('Name', { exact: true }).fill(' Fumi ')
    await press(page, 'Save')
    await waitForText(page, 'Saved')
    await series.click()
    await page.waitForURL('**/studio/series')
    await page.goBack()
    await about.fill('Writes at noon.')
    await series.click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL('**/studio/series')
  })
})

describe('every page', () => {
  const variants: readonly VisitOptions[] = [
    { locale: 'en-US', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
    { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ]
  let person: Person
  let pages: readonly string[]
  before(async () => {
    person = await server.person()
    const { session } = person
    const { id } = await createPost(session, { title: 'とても長い題名の記事'.repeat(8), status: 'published' })
    await createPost(session, { status: 'scheduled', scheduled_for: later() })
    await (await server.person()).session.put(`/api/v1/reader/posts/${id}/like`)
    const hook = await registerWebhook(session, `${receiver.url}/${'long-path-'.repeat(12)}`)
    await createPost(session, { title: 'Delivered' })
    await eventually(async () => assert.equal((await deliveriesOf(session, hook.id))[0]?.status, 'success'))
    const settings = ['profile', 'tokens', 'webhooks', `webhooks/${hook.id}`, 'sessions', 'plan']
    pages = [...settings.map(name => `settings/${name}`), 'calendar', 'statistics', `statistics?post=${id}`]
  })

  for (const variant of variants) {
    it(`is accessible and fits the window: ${variant.locale}, ${variant.colorScheme}, ${variant.viewport?.width} px wide`, async () => {
      const use = async (page: Page) => {
        for (const path of pages) {
          await open(page, path)
          await eventually(async () => assert.equal(await page.locator('.skeleton').count(), 0))
          await assertAccessible(page)
          await assertFits(page)
        }
      }
      await visit(person, pages[0]!, use, variant)
    })
  }
})

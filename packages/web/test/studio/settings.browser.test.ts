import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertError, Client } from '../../../server/test/support/client.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import { plain } from '../../../server/test/support/posts/images.ts'
import { createPost, later, readPost } from '../../../server/test/support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../../server/test/support/receiver.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { deliveriesOf, registerWebhook } from '../../../server/test/support/webhooks.ts'
import { assertAccessible } from '../support/accessibility.ts'
import type { VisitOptions } from '../support/browser.ts'
import { holdAnswers } from '../support/hold-answers.ts'
import { assertFits } from '../support/layout.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'
import { focused, open, press, type, waitForText } from '../support/studio-page.ts'

let studio: TestStudio
let server: TestServer
let receiver: Receiver
before(async () => {
  studio = await startStudio({ env: RECEIVER_ENV, dispatcher: true })
  server = studio.server
  receiver = await startReceiver()
})
// A test that fails must not leave a receiver that refuses everything to the next one.
beforeEach(() => receiver.behave((_request, response) => void response.end('ok')))
after(async () => {
  await receiver?.close()
  await studio?.close()
})

const visit = (person: Person, path: string, use: (page: Page) => Promise<void>, options?: VisitOptions) =>
  studio.visit(person, `/studio/${path}`, use, options)

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
    await visit(person, 'settings/tokens', async page => {
      await waitForText(page, '1 of 10 tokens in use')
      await page.getByRole('button', { name: 'Issue a token' }).focus()
      await type(page, 'Enter')
      await page.keyboard.type('build server')
      await type(page, 'Enter')
      const dialog = page.getByRole('dialog', { name: '“build server” is issued' })
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
      await waitForText(page, '“build server” is revoked')
      assertError(await tool.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
      await waitForText(page, 'Revoked tokens (1)')
    })
  })

  it('are shown even if the author presses Escape before they are issued', async () => {
    const person = await server.person()
    await visit(person, 'settings/tokens', async page => {
      const held = await holdAnswers(page, /\/api\/v1\/tokens$/, 'POST')
      await press(page, 'Issue a token')
      await page.getByLabel('Name').fill('laptop')
      await press(page.getByRole('dialog'), 'Issue a token')
      await held.asked
      await page.keyboard.press('Escape')
      held.release()
      await page.getByRole('dialog', { name: '“laptop” is issued' }).locator('pre').first().waitFor()
    })
  })

  it('with the name of an active token replace it after a warning; an eleventh cannot be issued', async () => {
    const person = await server.person()
    await visit(person, 'settings/tokens', async page => {
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
    await waitForText(page, 'The session is ended')
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

describe('the calendar', () => {
  it('shows scheduled posts in the reader’s time zone and reschedules them', async () => {
    const person = await server.person()
    const at = new Date(Date.now() + 3 * 86_400_000)
    at.setUTCHours(20, 0, 0, 0)
    const { id } = await createPost(person.session, { title: 'Goes out', status: 'scheduled', scheduled_for: at })
    const timeZoneId = 'Asia/Tokyo'
    const month = new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 7)
    const use = async (page: Page) => {
      await waitForText(page, /Japan Standard Time \(Asia\/Tokyo\)/)
      await page.getByRole('button', { name: /^Scheduled: 05:00 ?Goes out/ }).focus()
      await type(page, 'Enter')
      const before = await page.getByLabel('New time').inputValue()
      await page.getByLabel('New time').fill(before.replace('05:00', '07:30'))
      await type(page, 'Enter')
      // Keys belong to the dialog until it has closed and given the focus back.
      await eventually(async () => assert.match(await focused(page), /^Scheduled: 07:30 ?Goes out/))
      const moved = new Date(at.getTime() + 2.5 * 3_600_000).toISOString()
      assert.equal((await readPost(person.session, id)).scheduled_for, moved)
      await type(page, 'PageDown')
      await page.getByRole('button', { name: /Goes out/ }).waitFor({ state: 'detached' })
      await type(page, 'PageUp')
      await page.getByRole('button', { name: /Goes out/ }).waitFor()
      await type(page, 'ArrowRight')
      await eventually(async () => assert.match(await focused(page), /Goes out/))
    }
    await visit(person, `calendar?month=${month}`, use, { timezoneId: timeZoneId })
  })
})

describe('statistics', () => {
  it('count the actions of readers, show the value of each day by keyboard and in a table, and open one post', async () => {
    const [person, reader] = await Promise.all([server.person(), server.person()])
    const { id } = await createPost(person.session, { title: 'Liked by one', status: 'published' })
    await reader.session.put(`/api/v1/reader/posts/${id}/like`)
    await visit(person, 'statistics', async page => {
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

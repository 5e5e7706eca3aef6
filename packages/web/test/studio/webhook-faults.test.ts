import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'
import { createPost } from '../../../server/test/support/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../../server/test/support/receiver.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { deliveriesOf, registerWebhook } from '../../../server/test/support/webhooks.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { announced, logAnnouncements } from '../support/announcements.ts'
import { startBrowser, type TestBrowser, type VisitOptions } from '../support/browser.ts'
import { logInAs } from '../support/log-in-as.ts'
import { open, press, waitForText } from '../support/studio-page.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
let browser: TestBrowser
let receiver: Receiver
before(async () => {
  server = await startWebServer({ env: RECEIVER_ENV, dispatcher: true })
  browser = await startBrowser(server.url)
  receiver = await startReceiver()
})
after(async () => {
  await browser?.close()
  await receiver?.close()
  await server?.close()
})

const visit = (person: Person, path: string, use: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
  browser.visit({ reducedMotion: 'reduce', ...options }, async page => {
    await logInAs(page, person, server.url)
    await logAnnouncements(page)
    await open(page, path)
    await use(page)
  })

/** A webhook with two deliveries that wait for a retry. */
async function failingWebhook(person: Person, url: string): Promise<string> {
  const { id } = await registerWebhook(person.session, url, { event_types: ['post.published'] })
  for (const title of ['One', 'Two']) await createPost(person.session, { title, status: 'published' })
  await eventually(async () => {
    const statuses = (await deliveriesOf(person.session, id)).map(delivery => delivery.status)
    assert.deepEqual(statuses, ['retrying', 'retrying'])
  })
  return id
}

describe('the address of a webhook', () => {
  for (const [locale, register, button, label, words] of [
    [
      'en-US',
      'Register a webhook',
      'Register',
      'Address',
      'The address must begin with https://, because http is not encrypted.',
    ],
    [
      'ja-JP',
      'Webhookを登録',
      '登録',
      'URL',
      '「https://」で始まるURLを入力してください。httpは暗号化されないため使えません。',
    ],
  ] as const) {
    it(`must begin with https, which the form checks before it is sent: ${locale}`, async () => {
      const person = await server.person()
      await visit(
        person,
        'settings/webhooks',
        async page => {
          let sent = 0
          page.on('request', request => {
            if (request.method() === 'POST') sent++
          })
          await press(page, register)
          await page.getByLabel(label).fill('http://example.com/hook')
          await press(page.getByRole('dialog'), button)
          await announced(page, words)
          assert.equal(await page.getByLabel(label).getAttribute('aria-invalid'), 'true')
          assert.equal(sent, 0)
          await assertAccessible(page)
        },
        { locale },
      )
    })

    it(`must begin with https, which is shown when the server refuses it: ${locale}`, async () => {
      const person = await server.person()
      await visit(
        person,
        'settings/webhooks',
        async page => {
          await press(page, register)
          await page.getByLabel(label).fill('ftp://example.com/hook')
          await press(page.getByRole('dialog'), button)
          await announced(page, words)
          assert.equal(await page.getByLabel(label).getAttribute('aria-invalid'), 'true')
        },
        { locale, expected: [/status of 400/] },
      )
    })
  }
})

describe('a failing webhook', () => {
  it('shows how many deliveries wait for a retry and why, in the list and on its page', async () => {
    const person = await server.person()
    const closedReceiver = await startReceiver()
    const url = `${closedReceiver.url}/gone`
    await closedReceiver.close()
    const id = await failingWebhook(person, url)
    await visit(person, 'settings/webhooks', async page => {
      const row = page.getByRole('row', { name: /\/gone/ })
      await row.getByText('Retrying: 2').waitFor()
      await row.getByText('The connection was refused: nothing listens at this address and port.').waitFor()
      await assertAccessible(page)
      await row.getByRole('link').click()
      await waitForText(page, 'Retrying: 2')
    })
    await visit(
      person,
      `settings/webhooks/${id}`,
      async page => {
        await waitForText(page, '再試行待ち：2件')
        await waitForText(page, '接続を拒否されました。このアドレスとポートで待ち受けているものがありません。')
      },
      { locale: 'ja-JP' },
    )
  })

  it('names an HTTP error status, and a host name that does not exist', async () => {
    const person = await server.person()
    receiver.behave((_request, response) => void response.writeHead(503).end())
    await failingWebhook(person, `${receiver.url}/busy`)
    await failingWebhook(person, 'https://no-such-host.invalid/named')
    await visit(person, 'settings/webhooks', async page => {
      await page
        .getByRole('row', { name: /\/busy/ })
        .getByText('Your server answered 503')
        .waitFor()
      await page
        .getByRole('row', { name: /\/named/ })
        .getByText(/^The host name/)
        .waitFor()
    })
  })

  it('shows the reason of the last failure if no deliveries are waiting', async () => {
    const person = await server.person()
    const { id } = await registerWebhook(person.session, `${receiver.url}/tired`, { event_types: ['post.published'] })
    receiver.behave((_request, response) => void response.writeHead(500).end())
    await createPost(person.session, { title: 'Lost', status: 'published' })
    await eventually(async () => assert.equal((await deliveriesOf(person.session, id))[0]?.status, 'retrying'))
    const { db } = server.context
    await db.updateTable('webhooks').set({ consecutive_failures: 1 }).where('id', '=', id).execute()
    await db.updateTable('undelivered').set({ status: 'failed', due_at: null }).where('webhook_id', '=', id).execute()
    await visit(person, 'settings/webhooks', async page => {
      const row = page.getByRole('row', { name: /\/tired/ })
      await row.getByText('1 of 5 failed in a row').waitFor()
      await row.getByText('Your server answered 500').waitFor()
    })
  })
})

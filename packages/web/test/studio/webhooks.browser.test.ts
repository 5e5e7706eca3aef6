import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'
import { createPost } from '../../../server/test/support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../../server/test/support/receiver.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { deliveriesOf, registerWebhook } from '../../../server/test/support/webhooks.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { announced } from '../support/announcements.ts'
import type { VisitOptions } from '../support/browser.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'
import { focused, press, type, waitForText } from '../support/studio-page.ts'

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

describe('webhooks', () => {
  it('are registered, tested, shown with the reason of a failure and the next attempt, and redelivered', async () => {
    const person = await server.person()
    await visit(person, 'settings/webhooks', async page => {
      await press(page, 'Register a webhook')
      await page.getByLabel('Address').fill(`${receiver.url}/studio`)
      await page.getByRole('checkbox', { name: 'post.updated' }).uncheck()
      await assertAccessible(page)
      await press(page.getByRole('dialog'), 'Register')
      const secret = await page.getByRole('dialog').locator('pre').first().innerText()
      await press(page, 'I have stored it')

      await press(page, 'Send a test')
      await waitForText(page, /Your server responded with 200 within/)
      const [ping] = receiver.received
      const signature = createHmac('sha256', secret).update(ping!.body).digest('hex')
      assert.equal(
        ping!.headers['x-service-signature'],
        `sha256=${signature}`,
        'deliveries are signed with the displayed secret',
      )

      await createPost(person.session, { title: 'Arrives', status: 'published' })
      await page.reload()
      const row = (status: string) =>
        page.getByRole('row').filter({ hasText: 'post.published' }).filter({ hasText: status })
      await row('Delivered').waitFor()

      receiver.behave((_request, response) => void response.writeHead(500).end('out of paper'))
      await createPost(person.session, { title: 'Does not arrive', status: 'published' })
      await page.reload()
      await row('Retrying').getByRole('button').click()
      const sheet = page.getByRole('dialog', { name: 'Delivery' })
      await sheet.getByText('Your server responded with 500; only 2xx counts as received.').first().waitFor()
      // A minute after the attempt, less the time until the sheet is shown.
      await sheet.getByText(/Next attempt in (1 minute|\d+ seconds?)/).waitFor()
      const all = await sheet.innerText()
      for (const part of ['Attempt 1', 'X-Service-Signature: sha256=', '"title": "Does not arrive"', 'out of paper']) {
        assert.ok(all.includes(part), `the sheet shows ${part}`)
      }
      await assertAccessible(page)

      receiver.behave((_request, response) => void response.end('ok'))
      await press(sheet, 'Redeliver')
      await sheet.getByText('Attempt 2').waitFor()
      await sheet.getByText('Delivered', { exact: true }).waitFor()
      await type(page, 'Escape')
      await eventually(async () => assert.match(await focused(page), /^post\.published/, 'the focus comes back'))
    })
  })

  it('that fail show why; disabled ones show the reason, and can redeliver after they are enabled', async () => {
    const person = await server.person()
    const closedReceiver = await startReceiver()
    const hook = await registerWebhook(person.session, `${closedReceiver.url}/x`, { event_types: ['post.published'] })
    await closedReceiver.close()
    await createPost(person.session, { status: 'published' })
    await eventually(async () => assert.equal((await deliveriesOf(person.session, hook.id))[0]?.status, 'retrying'))
    await visit(person, `settings/webhooks/${hook.id}`, async page => {
      await press(page, 'Send a test')
      await waitForText(page, 'The connection was refused: nothing listens at this address and port.')

      await press(page, 'More actions')
      await page.getByRole('menuitem', { name: 'Disable' }).click()
      await press(page.getByRole('dialog'), 'Disable')
      await waitForText(page, /You disabled it/)
      await page.getByRole('link', { name: 'Failed' }).click()
      await page.getByRole('row', { name: /post\.published/ }).waitFor()

      await press(page, 'Enable again')
      await press(page, 'More actions')
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByLabel('Address').fill(`${receiver.url}/back`)
      await press(page, 'Save')
      await press(page, 'Redeliver failed ones')
      await press(page.getByRole('dialog'), 'Redeliver')
      await waitForText(page, 'Redelivering 1 delivery')
      await page.getByRole('link', { name: 'Delivered' }).click()
      await page.getByRole('row', { name: /post\.published/ }).waitFor()

      await press(page, 'More actions')
      await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
      await press(page, 'Create a new secret')
      await waitForText(page, /The old secret is used as well until/)
      await press(page, 'I have stored it')
      await press(page, 'More actions')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await press(page.getByRole('dialog'), 'Delete')
      await waitForText(page, 'No webhook yet')
    })
  })
})

it('a webhook that was disabled after failures shows this in the list and on its page, and how to enable it', async () => {
  const person = await server.person()
  const { id } = await registerWebhook(person.session, `${receiver.url}/off`)
  // The state after the fifth delivery in a row that failed for good.
  const disabled = { status: 'disabled', disabled_reason: 'consecutive_failures', consecutive_failures: 5 } as const
  await server.context.db
    .updateTable('webhooks')
    .set({ ...disabled, disabled_at: new Date() })
    .where('id', '=', id)
    .execute()
  await visit(person, 'settings/webhooks', async page => {
    await page.getByRole('row', { name: /\/off/ }).getByText('Disabled').waitFor()
    await page.getByRole('link', { name: /\/off/ }).click()
    await waitForText(page, /5 deliveries in a row failed, so the webhook was disabled/)
    await assertAccessible(page)
    await press(page, 'Enable again')
    await waitForText(page, 'The webhook is enabled. Its failure count starts at 0 again.')
    const { status, consecutive_failures } = (await person.session.get(`/api/v1/webhooks/${id}`)).body
    assert.deepEqual([status, consecutive_failures], ['active', 0])
  })
})

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
        .getByText('Your server responded with 503')
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
      await row.getByText('Your server responded with 500').waitFor()
    })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { DeviceRequest } from '@galley/contract/schemas/identity/devices'
import type { Page } from 'playwright-core'
import { assertError, Client } from '../../../server/test/support/client.ts'
import { sendForm } from '../support/form.ts'
import { VARIANTS } from '../support/layout.ts'
import { logInAs } from '../support/log-in-as.ts'
import { assertVariant, startStudio, type TestStudio } from '../support/studio.ts'
import { startWebServer } from '../support/web-server.ts'

const WITHOUT_SCRIPTS = { javaScriptEnabled: false }

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

async function requestDevice(body: Record<string, unknown> = {}): Promise<DeviceRequest> {
  const answer = await studio.server.anyone.post('/api/v1/device', { client_name: 'gly on laptop', ...body })
  assert.equal(answer.status, 200)
  return answer.body
}
const fetchToken = ({ device_code }: DeviceRequest) =>
  studio.server.anyone.post('/api/v1/device/token', { device_code })

/** The path of the page that a program opens. */
const pathOf = (device: DeviceRequest) => device.verification_uri_complete.slice(studio.server.url.length)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('the page that approves a program', { concurrency: 3 }, () => {
  it('asks to log in first, shows who asks for what, and approves only by a click; without scripts', async () => {
    const person = await studio.server.person({ username: 'owner' })
    const device = await requestDevice({ scopes: ['posts:read', 'posts:write', 'uploads'] })
    await studio.browser.visit(WITHOUT_SCRIPTS, async page => {
      await page.goto(pathOf(device))
      assert.equal(new URL(page.url()).pathname, '/login')
      await page.getByLabel('E-mail address or username').fill('owner')
      await page.locator('#password').fill(person.password)
      await press(page, 'Log in')
      await page.getByRole('heading', { name: 'Allow this program to use your account?' }).waitFor()
      const shown = await page.getByRole('main').innerText()
      for (const words of ['@owner', 'gly on laptop', device.user_code, 'Upload, list and delete images']) {
        assert.ok(shown.includes(words), `${words} is not in ${shown}`)
      }
      assert.ok(!shown.includes('Publish'), 'shows only what is asked for')
      assertError(await fetchToken(device), 400, 'AUTHORIZATION_PENDING')

      await press(page, 'Approve')
      await page.getByRole('heading', { name: 'The program has access' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'The program has access' }).waitFor()
    })
    const { body } = await fetchToken(device)
    assert.deepEqual(body.scopes, ['posts:read', 'posts:write', 'uploads'])
    const me = await new Client(studio.server.url, { token: body.token }).get('/api/v1/me')
    assert.equal(me.body.id, person.account.id)
  })

  it('accepts a typed code, and tells the program of a refusal', async () => {
    const person = await studio.server.person()
    const device = await requestDevice()
    await studio.visit(person, '/device', async page => {
      await page.getByLabel('Code').fill(device.user_code.toLowerCase().replace('-', ' '))
      await press(page, 'Continue')
      await press(page, 'Refuse')
      await page.getByRole('heading', { name: 'The program has no access' }).waitFor()
    })
    assertError(await fetchToken(device), 400, 'ACCESS_DENIED')
  })

  it('shows names of programs as text', async () => {
    const person = await studio.server.person()
    const device = await requestDevice({ client_name: '<b>gly</b> "><script>alert(1)</script>' })
    await studio.visit(person, pathOf(device), async page => {
      await page.getByText('<b>gly</b> "><script>alert(1)</script>').waitFor()
    })
  })

  it('explains that a code is wrong or has expired, in both languages', async () => {
    const { session } = await studio.server.person()
    const wrong = (headers = {}) => session.get('/device?user_code=BBBB-BBBB', { headers })
    const english = await wrong()
    assert.equal(english.status, 404)
    assert.match(english.body, /id="user_code-error">This code is wrong, was used already, or has expired/)
    assert.match(english.body, /value="BBBB-BBBB"/)
    assert.match((await wrong({ 'accept-language': 'ja' })).body, /コードが間違っているか、使用済みか、期限切れです/)
  })

  it('limits how often a code can be guessed', async () => {
    const limited = await startWebServer({ env: { RATE_LIMIT_DEVICES: '3' } })
    try {
      const { session } = await limited.person()
      const guess = () => session.get('/device?user_code=BBBB-BBBB')
      for (let n = 0; n < 3; n++) assert.equal((await guess()).status, 404)
      const refused = await guess()
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.match(refused.body, /role="alert">Too many attempts/)
    } finally {
      await limited.close()
    }
  })

  it('ignores decisions from other sites, and decisions without a log-in', async () => {
    const { session } = await studio.server.person()
    const device = await requestDevice()
    const fields = { user_code: device.user_code, decision: 'approve' }
    const elsewhere = await sendForm(session, '/device', fields, { origin: 'https://evil.example' })
    assert.equal(elsewhere.status, 403)
    const anonymous = await sendForm(new Client(studio.server.url), '/device', fields)
    assert.equal(anonymous.status, 303)
    assert.equal(
      anonymous.headers.get('location'),
      `/login?next=${encodeURIComponent(`/device?user_code=${device.user_code}`)}`,
    )
    assertError(await fetchToken(device), 400, 'AUTHORIZATION_PENDING')
  })

  it('may not be put into a frame, and is not cached', async () => {
    const { session } = await studio.server.person()
    const { headers } = await session.get(pathOf(await requestDevice()))
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  it('explains a missing plan, and offers only the refusal', async () => {
    const person = await studio.server.person({ plan: 'free' })
    const device = await requestDevice()
    await studio.visit(person, pathOf(device), async page => {
      await page.getByText('Your plan does not include access for programs').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
      await page.getByRole('link', { name: 'See the plans' }).waitFor()
    })
    const forced = await sendForm(person.session, '/device', { user_code: device.user_code, decision: 'approve' })
    assert.equal(forced.status, 403)
    assert.match(forced.body, /role="alert">Your plan does not include/)
  })

  it('says that there are too many tokens, and can be approved after one was revoked', async () => {
    const { session } = await studio.server.person()
    for (let n = 2; n <= 10; n++) await session.post('/api/v1/tokens', { name: `token ${n}` })
    const device = await requestDevice()
    const approve = () => sendForm(session, '/device', { user_code: device.user_code, decision: 'approve' })
    const full = await approve()
    assert.equal(full.status, 400)
    assert.match(full.body, /role="alert">You have the maximum number of tokens/)
    const { tokens } = (await session.get('/api/v1/tokens')).body
    await session.delete(`/api/v1/tokens/${tokens[0].id}`)
    assert.equal((await approve()).headers.get('location'), '/device?done=approved')
  })

  for (const variant of VARIANTS) {
    it(`fits and is accessible: ${variant.locale}`, async () => {
      const person = await studio.server.person()
      const device = await requestDevice({ client_name: 'test' })
      await studio.browser.visit({ locale: variant.locale, expected: [/status of 404/] }, async page => {
        await logInAs(page, person, studio.server.url)
        for (const path of ['/device', '/device?user_code=wrong', pathOf(device), '/device?done=approved']) {
          await page.goto(path)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await assertVariant(page, variant)
        }
      })
    })
  }
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readSettings } from '../../src/platform/config.ts'
import { stripeEnvironment } from '../support/payments/stripe-environment.ts'
import { publishPaid } from '../support/posts/purchases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

// Nothing listens there: no test here needs Stripe to answer.
const STRIPE_URL = 'http://127.0.0.1:1'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'galley-legal-'))
before(async () => {
  server = await startTestServer({ env: stripeEnvironment(folder, STRIPE_URL) })
})
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('PAYMENTS=stripe', () => {
  it('names everything that is missing, and an empty legal text', () => {
    assert.throws(
      () => readSettings({ PAYMENTS: 'stripe' }),
      ({ message }: Error) =>
        [
          'STRIPE_SECRET_KEY',
          'STRIPE_WEBHOOK_SECRET',
          'SELLER_NAME',
          'SELLER_ADDRESS',
          'LEGAL_NOTICE_FILE',
          'LEGAL_TERMS_FILE',
        ].every(name => message.includes(name)),
    )
    const empty = join(folder, 'empty.md')
    writeFileSync(empty, ' \n')
    assert.throws(
      () => readSettings({ ...stripeEnvironment(folder, STRIPE_URL), LEGAL_TERMS_FILE: empty }),
      /LEGAL_TERMS_FILE.*empty/,
    )
  })

  it('shows the legal texts on the site', async () => {
    const { body } = await server.anyone.get('/legal/notice')
    assert.match(body, /Notice of the <strong>seller/)
    assert.match((await server.anyone.get('/')).body, /href="\/legal\/terms"/)
    const [author, buyer] = [await server.person({ plan: 'pro_plus' }), await server.person()]
    const { slug } = await publishPaid(author)
    const page = await buyer.session.get(`/@${author.account.username}/${slug}/buy`)
    assert.match(page.body, /href="\/legal\/notice"/)
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/checkout\.stripe\.com;/,
    )
  })
})

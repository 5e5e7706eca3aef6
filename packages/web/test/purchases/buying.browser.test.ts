import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { Client } from '../../../server/test/support/client.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../server/test/support/posts/posts.ts'
import { rawGet } from '../../../server/test/support/posts/public.ts'
import { buy, HIDDEN, publishPaid } from '../../../server/test/support/posts/purchases.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { reconcilePayments } from '../../../server/test/support/use-cases.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { assertFits } from '../support/layout.ts'
import { logInAs } from '../support/log-in-as.ts'
import { has, hasNot, readPage } from '../support/pages.ts'
import { startWebServer } from '../support/web-server.ts'

/** Any Markdown file will do. */
const LEGAL_TEXT = join(import.meta.dirname, '../../../../SECURITY.md')

/** Links of the footer that take several lines. */
const BROKEN_LINKS = `[...document.querySelectorAll('.colophon-links a')].filter(link => link.getClientRects().length > 1).map(link => link.textContent)`

let server: TestServer
let browser: TestBrowser
let author: Person
let path: string
let postId: string
before(async () => {
  server = await startWebServer({
    env: {
      PAYMENTS: 'test',
      SELLER_NAME: 'Galley Press',
      SELLER_ADDRESS: '東京都千代田区1-1',
      SELLER_TAX_ID: 'T1234567890123',
      LEGAL_NOTICE_FILE: LEGAL_TEXT,
      LEGAL_TERMS_FILE: LEGAL_TEXT,
    },
  })
  browser = await startBrowser(server.url)
  author = await server.person({ username: 'seller', plan: 'pro_plus' })
  const post = await publishPaid(author, { title: 'A text with a price' })
  postId = post.id
  path = `/@seller/${post.slug}`
})
after(async () => {
  await browser.close()
  await server.close()
})

interface Words {
  readonly locale: string
  readonly buy: string
  readonly signUp: string
  readonly create: string
  readonly toPayment: string
  readonly pay: string
  readonly receipt: RegExp
  readonly bought: string
  readonly manage: string
  readonly refund: string
  readonly refunded: string
}

const ENGLISH: Words = {
  locale: 'en-US',
  buy: 'Buy this article',
  signUp: 'Sign up',
  create: 'Create account',
  toPayment: 'Go to the payment',
  pay: 'Pay (test)',
  receipt: /the article “A text with a price”[\s\S]*Galley Press[\s\S]*T1234567890123/,
  bought: 'Receipt',
  manage: 'Page of the test payment',
  refund: 'Refund (test)',
  refunded: 'Refunded',
}

const JAPANESE: Words = {
  locale: 'ja-JP',
  buy: 'この記事を購入する',
  signUp: '新規登録',
  create: 'アカウントを作成する',
  toPayment: 'お支払いに進む',
  pay: '支払う（テスト）',
  receipt: /記事「A text with a price」の代金として[\s\S]*内消費税（10%対象）[\s\S]*東京都千代田区1-1/,
  bought: '領収書',
  manage: 'テスト決済のページ',
  refund: '返金する（テスト）',
  refunded: '返金済み',
}

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first().click()

describe('a reader', { concurrency: 2 }, () => {
  for (const [reader, words] of [
    ['reader_en', ENGLISH],
    ['reader_ja', JAPANESE],
  ] as const) {
    it(`finds a paid article, signs up, buys, reads, gets a receipt, and is locked out by a refund (${words.locale})`, async () => {
      await browser.visit({ locale: words.locale }, async page => {
        await page.goto('/')
        await follow(page, 'A text with a price')
        await follow(page, words.buy)
        await follow(page, words.signUp)
        await page.locator('#username').fill(reader)
        await page.locator('#email').fill(`${reader}@example.com`)
        await page.locator('#password').fill('correct horse battery')
        await press(page, words.create)
        await press(page, words.toPayment)
        await press(page, words.pay)
        await page.getByText(HIDDEN).waitFor()
        assert.equal(new URL(page.url()).pathname + new URL(page.url()).hash, `${path}#paywall`)
        await follow(page, words.bought)
        await follow(page, words.bought)
        assert.match(await page.getByRole('main').innerText(), words.receipt)
        await assertAccessible(page)
        await follow(page, words.manage)
        await press(page, words.refund)
        await page.getByRole('link', { name: words.buy }).waitFor()
        hasNot(await page.content(), /HIDDENPART/)
        await page.goto('/purchases')
        assert.ok((await page.getByRole('main').innerText()).includes(words.refunded))
      })
    })
  }

  it('can read all pages of a purchase on a phone in dark mode', async () => {
    const buyer = await server.person()
    const id = await buy(buyer, postId)
    const other = await publishPaid(author, { title: 'Another text with a price' })
    await browser.visit({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' }, async page => {
      await logInAs(page, buyer, server.url)
      for (const address of [path, '/purchases', `/purchases/${id}`, `/checkout/${id}`, `/@seller/${other.slug}/buy`]) {
        await page.goto(address)
        await assertAccessible(page)
        await assertFits(page)
        assert.deepEqual(await page.evaluate<string[]>(BROKEN_LINKS), [])
      }
    })
  })
})

describe('a bought article', () => {
  it('has a receipt whose days are on one line on the narrowest phones', async () => {
    const buyer = await server.person()
    const id = await buy(buyer, postId)
    await browser.visit({ locale: 'ja-JP', viewport: { width: 320, height: 740 } }, async page => {
      await logInAs(page, buyer, server.url)
      await page.goto(`/purchases/${id}`)
      const lines = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.receipt time')].map(day => day.getClientRects().length)`,
      )
      assert.deepEqual(lines, [1, 1])
    })
  })

  it('is in no cache: not in ours, not in a shared one, not in that of the browser', async () => {
    const buyer = await server.person()
    await buy(buyer, postId)
    const whole = await rawGet(server.url + path, { cookie: buyer.session.cookie ?? '' })
    has(whole.body.toString(), /HIDDENPART/)
    assert.equal(whole.headers['cache-control'], 'private, no-store')
    assert.equal(whole.headers['etag'], undefined)
    const other = await server.person()
    for (const client of [server.anyone, other.session]) hasNot(await readPage(client, path), /HIDDENPART/)
  })

  it('has a receipt with the day in Japan, in each language', async () => {
    const buyer = await server.person()
    const id = await buy(buyer, postId)
    const paid_at = new Date('2030-03-31T20:00:00Z')
    await server.context.db.updateTable('purchases').set({ paid_at }).where('id', '=', id).execute()
    for (const [language, day] of [
      ['en', 'April 1, 2030'],
      ['ja', '2030年4月1日'],
    ] as const) {
      const { body } = await buyer.session.get(`/purchases/${id}`, { headers: { 'accept-language': language } })
      for (const shown of ['20300401-', day]) assert.ok(body.includes(shown), shown)
      assert.ok(!body.includes('March 31'))
    }
  })

  it('can be read after its author has deleted it', async () => {
    const buyer = await server.person()
    const post = await publishPaid(author, { title: 'Taken back' })
    const id = await buy(buyer, post.id)
    await author.session.delete(`/api/v1/posts/${post.id}`)
    has(await readPage(buyer.session, '/purchases'), new RegExp(`href="/purchases/${id}/text">Taken back`))
    has(await readPage(buyer.session, `/purchases/${id}/text`), /HIDDENPART/)
    const other = await server.person()
    for (const suffix of ['', '/text', '/return'])
      assert.equal((await other.session.get(`/purchases/${id}${suffix}`)).status, 404)
  })
})

describe('an author', () => {
  it('confirms that a paid text without a paywall line is hidden, and sees the sales by post', async () => {
    const seller = await server.person({ plan: 'pro_plus' })
    const { id } = await createPost(seller.session, { title: 'Hidden', content: 'All.', is_paid: true, price_jpy: 400 })
    await browser.visit({}, async page => {
      await logInAs(page, seller, server.url)
      await page.goto(`/studio/posts/${id}`)
      await page.locator('.cm-content').waitFor()
      await page.keyboard.press('Control+Enter')
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button', { name: 'Publish now' }).click()
      await sheet.getByText('Confirm that the whole text will be hidden').waitFor()
      assert.equal((await readPost(seller.session, id)).status, 'draft')
      await sheet.getByLabel('the whole text will be hidden').check()
      await sheet.getByRole('button', { name: 'Publish now' }).click()
      await sheet.getByRole('heading', { name: 'Your post is published.' }).waitFor()
      await buy(await server.person(), id)
      await page.goto('/studio/sales?by=post')
      await page.getByRole('row', { name: /Hidden 1 0 \S*400 \S*360/ }).waitFor()
      await assertAccessible(page)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download as CSV' }).click()
      assert.match((await download).suggestedFilename(), /^sales-.*\.csv$/)
      await page.setViewportSize({ width: 360, height: 740 })
      await assertFits(page)

      await page.goto('/studio')
      await page.getByRole('button', { name: 'Actions for “Hidden”' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByLabel('Refund buyers').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('“Hidden” is in the trash.').waitFor()
      // The message may be shown before the server has answered.
      await eventually(async () => assert.equal(await reconcilePayments(server.context), 1))
      await page.goto('/studio/sales?by=post')
      // On a narrow screen each number has its label.
      await page.getByRole('row', { name: /Hidden\D+ 1\D+ 1\b/ }).waitFor()
    })
  })

  it('types the days of a period of sales, and chooses another one after it was refused', async () => {
    await browser.visit({ expected: [/status of 400/] }, async page => {
      await logInAs(page, author, server.url)
      await page.goto('/studio/sales?from=2026-03-01&to=2026-03-31')
      await page.getByText('No sales in this period').waitFor()
      const first = page.getByLabel('From')
      await first.focus()
      await page.keyboard.type('04')
      await page.getByText('This could not be loaded').waitFor()
      await page.keyboard.type('152025')
      assert.equal(await first.inputValue(), '2025-04-15')
      await page.waitForURL(/from=2025-04-15&to=2026-03-31/)
      await page.getByText('No sales in this period').waitFor()
    })
  })

  it('shows no other period of sales while a year is typed', async () => {
    await browser.visit({}, async page => {
      await logInAs(page, author, server.url)
      await page.goto('/studio/sales?from=2026-03-01&to=2026-03-31')
      await page.getByText('No sales in this period').waitFor()
      const first = page.getByLabel('From')
      await first.focus()
      await page.keyboard.type('0315202')
      assert.equal(await first.inputValue(), '0202-03-15')
      const grouping = page.getByLabel('By', { exact: true })
      await grouping.focus()
      await grouping.selectOption('month')
      await page.waitForURL(/from=2026-03-15&to=2026-03-31&by=month/)
      await eventually(async () => assert.equal(await first.inputValue(), '2026-03-15'))
      await first.focus()
      await page.keyboard.type('03102026')
      await page.waitForURL(/from=2026-03-10&to=2026-03-31&by=month/)
      await page.getByText('No sales in this period').waitFor()
    })
  })

  it('is warned before a price is set while sales are off', async () => {
    const off = await startWebServer({ database: server.database })
    try {
      const { cookie = '' } = author.session
      const { body } = await new Client(off.url, { cookie }).get('/studio')
      has(body, /<meta name="galley-payments" content="off">/)
      const page = await readPage(off.anyone, path)
      has(page, /Sales are disabled on this site/)
      hasNot(page, /\/buy"/)
    } finally {
      await off.close()
    }
  })
})

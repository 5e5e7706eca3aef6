import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { becomesTrue } from '../support/becomes-true.ts'
import { logInAs } from '../support/log-in-as.ts'
import { PAID_TEXT, startSite, type TestSite } from '../support/site.ts'

let site: TestSite
before(async () => {
  site = await startSite()
})
after(() => site?.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

/** From the front page to a new account. The steps and texts are the same with and without scripts. */
async function readAndJoin(page: Page, username: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'On reading slowly' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'On reading slowly' }).waitFor()
  assert.match(await page.getByRole('main').innerText(), /The eye moves along the line/)
  // An anonymous reader who presses the like button is sent to the log-in page, which links to the sign-up page.
  await page.getByRole('main').getByRole('link', { name: /^Like/ }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('E-mail address').fill(`${username}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { level: 1, name: 'On reading slowly' }).waitFor()
}

/** Reads the stored state through the API. Public responses show the counts a few seconds later. */
async function readCounts(): Promise<{ likes: number; comments: number; followers: number }> {
  const { db } = site.server.context
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['like_count as likes', 'comment_count as comments', 'follower_count as followers'])
    .where('posts.id', '=', site.posts.english.id)
    .executeTakeFirstOrThrow()
}

describe('an anonymous reader', () => {
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with scripts' : 'without any script'
    it(`reads, signs up, follows, likes, comments and logs out, ${how}`, async () => {
      const before = await readCounts()
      await site.browser.visit({ javaScriptEnabled }, async page => {
        await readAndJoin(page, javaScriptEnabled ? 'scripted' : 'unscripted')

        await button(page, /^Like/).click()
        await page.locator('[data-kind="like"] button[aria-pressed="true"]').waitFor()
        await button(page, 'Follow').click()
        await button(page, 'Following').waitFor()

        await page.getByLabel('Your comment').fill('Well said.\n<b>Not markup</b>')
        await page.locator('[data-comment-form] button').click()
        const comment = page.locator('.comment', { hasText: 'Not markup' }).first()
        await comment.waitFor()
        assert.match(await comment.innerText(), /Well said\.\s+<b>Not markup<\/b>/)

        const { likes, comments, followers } = before
        assert.deepEqual(await readCounts(), { likes: likes + 1, comments: comments + 1, followers: followers + 1 })

        page.on('dialog', dialog => dialog.accept())
        await comment.getByRole('button', { name: /Delete/ }).click()
        await comment.waitFor({ state: 'detached' })
        assert.equal((await readCounts()).comments, comments)

        await page.getByRole('button', { name: 'Log out' }).click()
        await link(page, 'Log in').first().waitFor()
        assert.equal(
          (await page.context().cookies()).some(({ name }) => name.endsWith('galley_session')),
          false,
        )
      })
    })
  }

  it('chooses language and appearance once for all pages, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await site.browser.visit({ javaScriptEnabled, colorScheme: 'light' }, async page => {
        await page.goto(site.paths.english)
        await page.getByRole('button', { name: '日本語' }).click()
        await page.getByRole('button', { name: 'ダーク' }).click()
        await page.locator('html[lang="ja"][data-theme="dark"]').waitFor()
        await becomesTrue(page, 'getComputedStyle(document.body).backgroundColor === "rgb(19, 21, 19)"')
        await becomesTrue(page, 'document.cookie.includes("theme=dark")')
        await page.goto('/')
        await page.locator('html[lang="ja"][data-theme="dark"]').waitFor()
      })
    }
  })
})

it('the resonance button is explained beside it', async () => {
  for (const [locale, name, text] of [
    ['en-US', /^Resonates/, /^“Resonates” is for/],
    ['ja-JP', /^共鳴/, /^「共鳴」は/],
  ] as const) {
    await site.browser.visit({ locale }, async page => {
      await page.goto(site.paths.english)
      const id = await page.getByRole('main').getByRole('link', { name }).getAttribute('aria-describedby')
      assert.match(await page.locator(`#${id}`).innerText(), text)
    })
  }
})

describe('a reaction without scripts', () => {
  it('shows its new count on the next page, even if that page is cached', async () => {
    const reader = await site.server.person()
    await site.browser.visit({ javaScriptEnabled: false }, async page => {
      await logInAs(page, reader, site.server.url)
      for (const kind of ['like', 'save', 'resonance']) {
        const button = page.locator(`[data-kind="${kind}"] button`)
        const count = async () => Number(await button.locator('[data-count]').innerText())
        await page.goto(site.paths.japanese)
        const before = await count()
        await button.click()
        await page.locator(`[data-kind="${kind}"] button[aria-pressed="true"]`).waitFor()
        assert.equal(await count(), before + 1, kind)
        await button.click()
        await page.locator(`[data-kind="${kind}"] button[aria-pressed="false"]`).waitFor()
        assert.equal(await count(), before, kind)
      }
    })
  })
})

describe('a paid article', () => {
  it('shows its free part and its price, and no response contains the rest', async () => {
    for (const [path, free] of [
      [site.paths.paid, /The free part, for everybody/],
      [site.paths.whollyPaid, /./],
    ] as const) {
      await site.browser.visit({}, async page => {
        const bodies: Promise<string>[] = []
        page.on('response', response => bodies.push(response.text().catch(() => '')))
        await page.goto(path, { waitUntil: 'networkidle' })
        const shown = await page.getByRole('main').innerText()
        assert.match(shown, free)
        assert.match(shown, /¥1,500/)
        assert.ok(bodies.length >= 3)
        for (const body of [await page.content(), ...(await Promise.all(bodies))]) {
          assert.ok(!body.includes(PAID_TEXT), `${path} gives away what is paid for`)
        }
      })
    }
  })
})

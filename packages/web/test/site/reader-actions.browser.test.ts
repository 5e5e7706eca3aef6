import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import type { Person } from '../../../server/test/support/test-server.ts'
import type { VisitOptions } from '../support/browser.ts'
import { holdAnswers } from '../support/hold-answers.ts'
import { logInAs } from '../support/log-in-as.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
before(async () => {
  site = await startSite()
})
after(() => site?.close())

/** Opens the article in a new browser context, logged in as a new reader. */
async function asReader(options: VisitOptions, use: (page: Page, reader: Person) => Promise<void>): Promise<void> {
  const reader = await site.server.person()
  await site.browser.visit(options, async page => {
    await logInAs(page, reader, site.server.url)
    await page.goto(site.paths.english)
    await use(page, reader)
  })
}

/** Logs in on the log-in page, which then redirects back to the article. */
async function logInAgain(page: Page, reader: Person): Promise<void> {
  await page.waitForURL(url => url.pathname === '/login')
  await page.locator('#login').fill(reader.account.username)
  await page.locator('#password').fill(reader.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(url => url.pathname === site.paths.english)
}

const likes = async (reader: Person) =>
  (await reader.session.get(`/api/v1/reader/posts/${site.posts.english.id}`)).body.liked
const likeButton = (page: Page) => page.locator('[data-kind="like"] button')
const shown = async (page: Page) => ({
  pressed: await likeButton(page).getAttribute('aria-pressed'),
  count: Number(await page.locator('[data-kind="like"] [data-count]').innerText()),
})

describe('a reaction', () => {
  it('is shown at once, is stored, keeps the focus, and can be undone', async () => {
    await asReader({}, async (page, reader) => {
      const { count } = await shown(page)
      await likeButton(page).focus()
      const answered = page.waitForResponse(response => response.url().endsWith('/like'))
      await page.keyboard.press('Enter')
      assert.deepEqual(await shown(page), { pressed: 'true', count: count + 1 })
      await answered
      assert.equal(await likes(reader), true)
      assert.equal(await page.evaluate('document.activeElement.closest("form")?.dataset.kind'), 'like')
      await page.reload()
      assert.equal((await shown(page)).pressed, 'true')
      await likeButton(page).click()
      await eventually(async () => {
        assert.deepEqual(await shown(page), { pressed: 'false', count })
        assert.equal(await likes(reader), false)
      })
    })
  })

  it('ends in the state of the last press, however fast the presses are', async () => {
    await asReader({}, async (page, reader) => {
      await page.evaluate(`for (let i = 0; i < 5; i++) document.querySelector('[data-kind="like"] button').click()`)
      await eventually(async () => {
        assert.equal((await shown(page)).pressed, 'true')
        assert.equal(await likes(reader), true)
      })
    })
  })

  it('is reverted with an error message when it cannot be sent', async () => {
    await asReader({ expected: [/net::ERR_INTERNET_DISCONNECTED/] }, async page => {
      const before = await shown(page)
      await page.context().setOffline(true)
      await likeButton(page).click()
      await page.getByRole('alert').filter({ hasText: 'That did not work' }).waitFor()
      assert.deepEqual(await shown(page), before)
    })
  })

  it('redirects to the log-in page and back when the session has ended', async () => {
    await asReader({ expected: [/401/] }, async (page, reader) => {
      await reader.session.delete('/api/v1/session')
      await likeButton(page).click()
      await logInAgain(page, reader)
    })
  })
})

/** Lets the next calls of the page fail with these errors, one after the other. */
async function failWith(
  page: Page,
  address: RegExp,
  errors: readonly (readonly [number, string, ...string[]])[],
): Promise<void> {
  const left = [...errors]
  await page.route(address, route => {
    const [status, code] = left.shift() ?? assert.fail('no more calls were expected')
    return route.fulfill({ status, json: { error: { code, message: 'A failure of the test.', fields: [] } } })
  })
}

describe('an error', () => {
  const ERRORS = [
    [400, 'QUOTA_EXCEEDED', 'The storage of your account is full.', 'アカウントの保存容量がいっぱいです。'],
    [507, 'STORAGE_FULL', 'the server is out of disk space', 'サーバーの空き容量が不足しているため'],
    [404, 'NOT_FOUND', 'This is no longer available.', 'すでに公開を終了したか、削除されています。'],
    [410, 'GONE', 'This is no longer available.', 'すでに公開を終了したか、削除されています。'],
    [403, 'FORBIDDEN', 'Your account is not allowed to do this.', 'お使いのアカウントでは、この操作はできません。'],
    [401, 'WRONG_USER', 'Another account is logged in now.', '別のアカウントでログインしています。'],
    [429, 'RATE_LIMITED', 'Too many requests.', '操作の間隔が短すぎます。'],
    [503, 'UNAVAILABLE', 'The service cannot be reached right now.', 'ただいまサービスに接続できません。'],
    [500, 'INTERNAL_ERROR', 'Reload the page and try again.', 'ページを再読み込みして'],
  ] as const

  for (const [name, address] of [
    ['like', /\/like$/],
    ['save', /\/save$/],
    ['follow', /\/follow$/],
  ] as const) {
    it(`of “${name}” is explained in the language of the page`, async () => {
      const expected = [/status of \d+/]
      for (const [locale, at] of [
        ['en-US', 2],
        ['ja-JP', 3],
      ] as const) {
        await asReader({ locale, expected }, async page => {
          await failWith(page, address, ERRORS)
          const button = page.locator(name === 'follow' ? 'form.follow button' : `[data-kind="${name}"] button`)
          for (const error of ERRORS) {
            await button.click()
            await page.getByRole('alert').filter({ hasText: error[at] }).waitFor()
            assert.equal(await button.getAttribute('aria-pressed'), 'false')
          }
        })
      }
    })
  }

  it('of a response that is not from the API is explained by its status', async () => {
    await asReader({ expected: [/status of 503/] }, async page => {
      await page.route(/\/like$/, route => route.fulfill({ status: 503, body: '<h1>Bad gateway</h1>' }))
      await likeButton(page).click()
      await page.getByRole('alert').filter({ hasText: 'The service cannot be reached right now.' }).waitFor()
    })
  })

  it('of an article that is gone is the one that the server sends', async () => {
    const gone = await publish(site.author.session, { title: 'Gone meanwhile' })
    await asReader({ expected: [/status of 4\d\d/] }, async page => {
      await page.goto(`/@author/${gone.slug}`)
      await site.author.session.delete(`/api/v1/posts/${gone.id}`)
      await likeButton(page).click()
      await page.getByRole('alert').filter({ hasText: 'This is no longer available.' }).waitFor()
    })
  })
})

describe('a comment', () => {
  it('is posted without a reload, is announced, and leaves the field empty and focused', async () => {
    await asReader({}, async page => {
      await page.evaluate('window.stayed = true')
      await page.getByLabel('Your comment').fill('In place')
      await page.locator('[data-comment-form] button').click()
      await page.locator('.comment', { hasText: 'In place' }).waitFor()
      await page.getByRole('status').filter({ hasText: 'Your comment is posted.' }).waitFor({ state: 'attached' })
      assert.equal(await page.getByLabel('Your comment').inputValue(), '')
      assert.equal(await page.evaluate('document.activeElement.id'), 'comment')
      const total = await page.locator('#comments [data-count]').innerText()
      assert.ok((await page.getByRole('link', { name: /^Comments/ }).innerText()).endsWith(total))
      assert.equal(await page.evaluate('window.stayed'), true)
    })
  })

  it('keeps its text when it is rejected or cannot be sent', async () => {
    await asReader({ expected: [/400/, /net::ERR_INTERNET_DISCONNECTED/] }, async page => {
      const field = page.getByLabel('Your comment')
      await page.evaluate('document.getElementById("comment").removeAttribute("maxlength")')
      await field.fill('x'.repeat(2001))
      await page.locator('[data-comment-form] button').click()
      await page.getByRole('alert').waitFor()
      assert.equal((await field.inputValue()).length, 2001)
      await field.fill('Not lost')
      await page.context().setOffline(true)
      await page.locator('[data-comment-form] button').click()
      await page.getByRole('alert').filter({ hasText: 'That did not work' }).waitFor()
      assert.equal(await field.inputValue(), 'Not lost')
    })
  })

  it('is answered with the reason if the article is gone, also where the browser blocks storage', async () => {
    const gone = await publish(site.author.session, { title: 'Soon gone', content: 'Text.\n\n```js\nconst a = 1\n```' })
    await asReader({ expected: [/status of 410/, /storage is blocked/] }, async page => {
      await page.addInitScript(`Object.defineProperty(window, 'sessionStorage', {
        get() { throw new Error('storage is blocked') }
      })`)
      await page.goto(`/@author/${gone.slug}`)
      // A script that runs after that of the comments.
      await page.evaluate('window.stayed = true')
      await page.getByRole('button', { name: 'Dark', exact: true }).click()
      assert.equal(await page.evaluate('window.stayed && document.documentElement.dataset.theme'), 'dark')
      await page.getByLabel('Your comment').fill('Too late')
      await site.author.session.delete(`/api/v1/posts/${gone.id}`)
      await page.locator('[data-comment-form] button').click()
      await page.getByRole('alert').filter({ hasText: 'Its author has taken it down.' }).waitFor()
      assert.equal(await page.getByLabel('Your comment').inputValue(), 'Too late')
    })
  })

  it('keeps its text when the session has ended', async () => {
    await asReader({ expected: [/status of 401/] }, async (page, reader) => {
      await reader.session.delete('/api/v1/session')
      await page.getByLabel('Your comment').fill('Worth a log-in')
      await page.locator('[data-comment-form] button').click()
      await logInAgain(page, reader)
      assert.equal(await page.getByLabel('Your comment').inputValue(), 'Worth a log-in')
    })
  })

  it('that is started before the response to the last one stays in the field', async () => {
    await asReader({}, async page => {
      const held = await holdAnswers(page, /\/comments$/)
      await page.getByLabel('Your comment').fill('The first one')
      await page.locator('[data-comment-form] button').click()
      await held.asked
      await page.getByLabel('Your comment').fill('The next')
      held.release()
      await page.locator('.comment', { hasText: 'The first one' }).waitFor()
      await page.keyboard.type(' one')
      assert.equal(await page.getByLabel('Your comment').inputValue(), 'The next one')
    })
  })

  it('that is being written stays in the field when others are deleted, also several at once', async () => {
    await asReader({}, async (page, reader) => {
      const path = `/api/v1/reader/posts/${site.posts.english.id}/comments`
      for (const content of ['Deleted 1', 'Deleted 2']) await reader.session.post(path, { content })
      await page.reload()
      page.on('dialog', dialog => dialog.accept())
      const held = await holdAnswers(page, /\/delete$/)
      for (const hasText of ['Deleted 1', 'Deleted 2']) {
        await page.locator('.comment', { hasText }).getByRole('button').click()
      }
      await held.asked
      await page.getByLabel('Your comment').fill('A long')
      held.release()
      await page.locator('.comment', { hasText: 'Deleted 1' }).waitFor({ state: 'detached' })
      await page.locator('.comment', { hasText: 'Deleted 2' }).waitFor({ state: 'detached' })
      await page.keyboard.type(' text')
      assert.equal(await page.getByLabel('Your comment').inputValue(), 'A long text')
    })
  })

  it('can be deleted only by its author, after a confirmation', async () => {
    const content = 'Mine to delete'
    await asReader({}, async (page, reader) => {
      await reader.session.post(`/api/v1/reader/posts/${site.posts.english.id}/comments`, { content })
      await page.reload()
      const comment = page.locator('.comment', { hasText: content })
      page.once('dialog', dialog => dialog.dismiss())
      await comment.getByRole('button').click()
      assert.equal(await comment.count(), 1)
      await site.browser.visit({}, async other => {
        await logInAs(other, await site.server.person(), site.server.url)
        await other.goto(site.paths.english)
        assert.equal(await other.locator('.comment', { hasText: content }).getByRole('button').count(), 0)
      })
      page.once('dialog', dialog => dialog.accept())
      await comment.getByRole('button').click()
      await comment.waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('document.activeElement.id'), 'comments-title')
    })
  })
})

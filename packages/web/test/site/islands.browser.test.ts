import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { indexChanges } from '../../../server/test/support/posts/search.ts'
import { holdAnswers } from '../support/hold-answers.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
before(async () => {
  site = await startSite()
})
after(() => site?.close())

describe('the search field', () => {
  it('gets the focus by /, except where somebody types, and searches by Enter', async () => {
    await site.browser.visit({ viewport: { width: 1280, height: 844 } }, async page => {
      await page.goto('/')
      await page.keyboard.press('/')
      await page.keyboard.type('read')
      await page.locator('#search-suggestions option[value="tag:reading"]').waitFor({ state: 'attached' })
      await page.locator('header input[name="q"]').fill('a/b')
      await page.keyboard.press('Enter')
      await page.waitForURL(url => url.pathname === '/search' && url.searchParams.get('q') === 'a/b')
      await page.locator('h1').click()
      await page.keyboard.press('/')
      assert.equal(await page.evaluate('document.activeElement.name'), 'q')
    })
  })

  it('can be used by keyboard only, up to opening a result', async () => {
    await indexChanges(site.server)
    await site.browser.visit({ viewport: { width: 1280, height: 844 } }, async page => {
      await page.goto('/')
      await page.keyboard.press('/')
      await page.keyboard.type(site.posts.english.title)
      await page.keyboard.press('Enter')
      await page.waitForURL(url => url.pathname === '/search')
      const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("href")')
      for (let i = 0; i < 60 && (await focused()) !== site.paths.english; i++) await page.keyboard.press('Tab')
      assert.equal(await focused(), site.paths.english)
      await page.keyboard.press('Enter')
      await page.waitForURL(url => url.pathname === site.paths.english)
    })
  })

  it('is a page of its own on a small screen', async () => {
    await site.browser.visit({ viewport: { width: 390, height: 844 }, locale: 'ja-JP' }, async page => {
      await page.goto('/')
      await page.getByRole('link', { name: '検索' }).click()
      await page.waitForURL(url => url.pathname === '/search')
      await page.goto('/')
      await page.keyboard.press('/')
      await page.waitForURL(url => url.pathname === '/search')
    })
  })
})

it('the copy button copies code exactly as it was written', async () => {
  await site.browser.visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async page => {
    await page.goto(site.paths.english)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, /^const lines = \['one', 'two'\]\.map\(line => line\.toUpperCase\(\)\)\nconst a_very_long/)
  })
})

it('the table of contents marks the section that is being read', async () => {
  await site.browser.visit({}, async page => {
    await page.goto(site.paths.english)
    await page.evaluate('document.querySelector(".prose h2").scrollIntoView()')
    await page.locator('.toc a[aria-current="true"]', { hasText: 'Paper' }).waitFor()
    assert.equal(await page.locator('.toc a[aria-current]').count(), 1)
  })
})

it('the chosen appearance applies even if another page is opened at once', async () => {
  await site.browser.visit({}, async page => {
    await page.goto('/')
    await holdAnswers(page, /\/preferences$/)
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.goto('/categories')
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  })
})

it('a form is sent once, even if Enter is pressed again before the answer', async () => {
  await site.browser.visit({}, async page => {
    await page.goto('/signup')
    await page.locator('#username').fill('impatient')
    await page.locator('#email').fill('impatient@example.com')
    await page.locator('#password').fill('a rather long password')
    let requests = 0
    page.on('request', request => {
      if (request.method() === 'POST') requests++
    })
    const held = await holdAnswers(page, /\/signup$/)
    await page.keyboard.press('Enter')
    await held.asked
    await page.keyboard.press('Enter')
    held.release()
    await page.waitForURL(url => url.pathname === '/studio')
    assert.equal(requests, 1)
  })
})

it('a password can be shown, and is hidden again before the form is sent', async () => {
  await site.browser.visit({ expected: [/401/] }, async page => {
    await page.goto('/login')
    const field = page.locator('#password')
    const eye = page.getByRole('button', { name: 'Show password' })
    await page.locator('#login').fill('somebody')
    await field.fill('a secret')
    await eye.click()
    assert.equal(await field.getAttribute('type'), 'text')
    assert.equal(await eye.getAttribute('aria-pressed'), 'true')
    await page.evaluate(
      'document.querySelector("form[action=\'/login\']").addEventListener("submit", event => event.preventDefault())',
    )
    await field.press('Enter')
    assert.equal(await field.getAttribute('type'), 'password')
  })
})

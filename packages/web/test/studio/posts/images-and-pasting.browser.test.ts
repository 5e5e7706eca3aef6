import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import type { Person, TestServer } from '../../../../server/test/support/test-server.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { waitForText } from '../../support/studio-page.ts'
import { chooseImages, pasteHtml, shownText, textOf } from '../../support/writing-page.ts'

let studio: TestStudio
let server: TestServer
before(async () => {
  studio = await startStudio()
  server = studio.server
})
after(() => studio?.close())

const contentOf = async (person: Person, id: string): Promise<string> => (await readPost(person.session, id)).content

describe('images and pasting', { concurrency: 4 }, () => {
  it('images keep their order and are separate paragraphs, whichever upload finishes first', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Images', content: 'One\nTwo' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const others = Promise.withResolvers<void>()
      let count = 0
      await page.route('**/api/v1/uploads', async route => {
        const number = ++count
        // Usually that of the first image; the browser may send them in another order.
        if (number === 1) await others.promise
        await route.continue()
      })
      await textOf(page).click()
      await page.keyboard.press('Control+Home')
      await chooseImages(page, ['a', 'b', 'c'])
      await eventually(async () => assert.equal((await shownText(page)).match(/!\[/g)?.length, 2))
      others.resolve()
      const pattern = /^One\n\n!\[a\]\(\S+\)\n\n!\[b\]\(\S+\)\n\n!\[c\]\(\S+\)\n\nTwo$/
      await eventually(async () => assert.match(await contentOf(person, id), pattern), 15_000)
    })
  })

  it('an upload is cancelled when its placeholder is deleted, and its image does not appear', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Deleted', content: 'One\n\nTwo' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const answer = Promise.withResolvers<void>()
      await page.route('**/api/v1/uploads', async route => {
        await answer.promise
        await route.continue().catch(() => {})
      })
      const failed = page.waitForEvent('requestfailed', request => request.url().endsWith('/uploads'))
      await textOf(page).click()
      await page.keyboard.press('Control+Home')
      await chooseImages(page, ['a'])
      await page.locator('.cm-upload').waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Three')
      assert.equal((await failed).failure()?.errorText, 'net::ERR_ABORTED')
      answer.resolve()
      await eventually(async () => assert.equal(await contentOf(person, id), 'Three'), 15_000)
      assert.equal(await page.locator('.cm-upload').count(), 0)
    })
  })

  it('leaving while an image is being uploaded is asked about or reported', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Left', content: 'One' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const held = await holdAnswers(page, /\/uploads$/)
      await textOf(page).click()
      await chooseImages(page, ['a'])
      await held.asked
      const asked = page.waitForEvent('dialog')
      const reloading = page.evaluate('location.reload()').catch(() => {})
      const dialog = await asked
      assert.equal(dialog.type(), 'beforeunload')
      await dialog.dismiss()
      await reloading
      await page.getByRole('link', { name: 'Back to posts' }).click()
      await waitForText(page, 'You left before an image had been uploaded, so it is not in the text.')
    })
  })

  it('letters typed right after pasting formatted text are behind it', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Pasted', content: 'Here: there.' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const held = await holdAnswers(page, /html-to-markdown/)
      await textOf(page).click()
      await page.keyboard.press('Control+Home')
      for (let i = 0; i < 'Here: '.length; i++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Control+Shift+ArrowRight')
      await pasteHtml(page, '<b>boats</b>')
      await page.keyboard.type(' and ')
      await pasteHtml(page, '<i>nets</i>')
      await page.keyboard.type(' too')
      held.release()
      await eventually(async () => assert.equal(await shownText(page), 'Here: **boats** and *nets* too.'))
      await pasteHtml(page, '<b>!</b>')
      assert.equal(await shownText(page), 'Here: **boats** and *nets* too**!**.')
    })
  })

  it('pasted formatted text becomes Markdown, and Ctrl+K makes a link', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Pasted', content: '' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const html = `<style>p { color: red }</style><b style="font-weight:normal"><h2>Harbour</h2></b>
        <p style="margin: 0">The <b>boats</b> come <a href="https://example.com/">in</a>.</p>
        <ul><li>squid</li></ul><table><tr><td>Day</td><td>Boats</td></tr><tr><td>1</td><td>7</td></tr></table>`
      await textOf(page).click()
      await pasteHtml(page, html)
      const expected =
        '## Harbour\n\nThe **boats** come [in](https://example.com/).\n\n- squid\n\n| Day | Boats |\n| - | - |\n| 1 | 7 |'
      await eventually(async () => assert.equal(await contentOf(person, id), expected), 15_000)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await page.keyboard.type('here')
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('https://example.com/')
      assert.equal(await shownText(page), '[here](https://example.com/)')
    })
  })
})

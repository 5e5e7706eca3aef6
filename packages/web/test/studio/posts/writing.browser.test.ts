import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { plain } from '../../../../server/test/support/posts/images.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import { ownSalon } from '../../../../server/test/support/posts/public.ts'
import type { Person, TestServer } from '../../../../server/test/support/test-server.ts'
import { assertAccessible } from '../../support/accessibility.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { assertFits } from '../../support/layout.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { idOf, pasteImage, stateIs, textOf, titleOf } from '../../support/writing-page.ts'

let studio: TestStudio
let server: TestServer
before(async () => {
  studio = await startStudio()
  server = studio.server
})
after(() => studio?.close())

const read = async (person: Person, id: string) => readPost(person.session, id)

// Concurrent, because the tests mostly wait for the autosave.
describe('writing', { concurrency: 4 }, () => {
  describe('a post', () => {
    it('is written, illustrated, saved automatically, scheduled, unscheduled, published and read, with the keyboard only', async () => {
      const person = await server.person({ plan: 'pro_plus' })
      await studio.browser.visit({}, async page => {
        await page.goto('/studio')
        await page.locator('#login').focus()
        await page.keyboard.type(person.account.username)
        await page.keyboard.press('Tab')
        await page.keyboard.type(person.password)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Posts' }).waitFor()
        await page.keyboard.press('n')
        await page.locator('textarea:focus').waitFor()
        await page.keyboard.type('Morning at the harbour')
        await page.keyboard.press('Enter')
        await page.keyboard.type('The boats come in **early**.\n\n- mackerel\n')
        await page.keyboard.type('squid')
        const id = await idOf(page)
        await stateIs(page, 'Saved')
        await eventually(async () => {
          const post = await read(person, id)
          assert.equal(
            post.content,
            'The boats come in **early**.\n\n- mackerel\n- squid',
            'the list went on by itself',
          )
          assert.equal(post.title, 'Morning at the harbour')
        })
        assert.match((await read(person, id)).slug, /^morning-at-the-harbour-/)

        await pasteImage(page, await plain('png'))
        await eventually(async () =>
          assert.match((await read(person, id)).content, /- squid\n\n!\[boats\]\(http[^)]+\.png\)$/),
        )
        await page.locator('.preview img').waitFor()

        await page.reload()
        await textOf(page).getByText('squid').waitFor()
        assert.equal(await titleOf(page).inputValue(), 'Morning at the harbour')

        await page.keyboard.press('Control+Enter')
        const sheet = page.getByRole('dialog', { name: 'Publish' })
        await sheet.getByLabel('Now').focus()
        await page.keyboard.press('ArrowRight')
        await sheet.getByText(/In your time zone: .+ \(.+\)/).waitFor()
        await page.keyboard.press('Enter')
        await waitForText(page, /It will be published on/)
        const scheduled = await read(person, id)
        assert.equal(scheduled.status, 'scheduled')
        assert.ok(Date.parse(scheduled.scheduled_for!) > Date.now())

        await page.keyboard.press('Control+Enter')
        await page.getByRole('button', { name: 'Cancel the schedule' }).focus()
        await page.keyboard.press('Enter')
        await waitForText(page, 'The schedule is cancelled')
        assert.equal((await read(person, id)).status, 'draft')

        await page.keyboard.press('Control+Enter')
        await page.getByRole('dialog').getByText('Anyone can read it').waitFor()
        await page.getByRole('button', { name: 'Publish now' }).focus()
        await page.keyboard.press('Enter')
        await waitForText(page, 'Your post is published.')
        const { slug } = await read(person, id)
        await studio.browser.visit({}, async readerPage => {
          await readerPage.goto(`/@${person.account.username}/${encodeURIComponent(slug)}`)
          await readerPage.getByRole('heading', { name: 'Morning at the harbour' }).waitFor()
          await readerPage.getByText('The boats come in').waitFor()
        })
      })
    })
  })

  describe('an archived post', () => {
    it('can become a draft again on its own page', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Put away' })
      await person.session.patch(`/api/v1/posts/${id}`, { status: 'archived' })
      await studio.visit(person, `/studio/posts/${id}`, async page => {
        await page.keyboard.press('Control+Enter')
        await press(page, 'Move back to drafts')
        await waitForText(page, 'It is a draft again.')
        assert.equal((await read(person, id)).status, 'draft')
      })
    })
  })

  describe('the cover image', () => {
    it('is the thumbnail or a separate file, and is shown in the preview', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Covered' })
      await studio.visit(person, `/studio/posts/${id}`, async page => {
        const file = { name: 'a.png', mimeType: 'image/png', buffer: await plain('png') }
        const cover = page.locator('img.preview-cover')
        await page.keyboard.press('Control+.')
        await page.getByLabel('Thumbnail').setInputFiles(file)
        await press(page, 'Use the thumbnail')
        await cover.waitFor()
        await eventually(async () => {
          const { thumbnail_url, cover_image_url } = await read(person, id)
          assert.ok(thumbnail_url)
          assert.equal(cover_image_url, thumbnail_url)
        })
        const thumbnail = await cover.getAttribute('src')
        const chooseCover = async (width: number) =>
          page.getByLabel('File for the cover').setInputFiles({ ...file, buffer: await plain('png', width, 10) })
        await chooseCover(20)
        await eventually(async () => {
          const { cover_image_url } = await read(person, id)
          assert.notEqual(cover_image_url, thumbnail)
          assert.equal(await cover.getAttribute('src'), cover_image_url)
        })
        const held = await holdAnswers(page, /\/uploads$/)
        await chooseCover(30)
        await held.asked
        assert.equal(await page.locator('.picture-actions .field-counter').innerText(), '0 %', 'another upload')
        held.release()
      })
    })
  })

  describe('a salon', () => {
    it('can be chosen for a post, and the publish sheet says who will read it', async () => {
      const person = await server.person()
      const salon = await ownSalon(server, person)
      const { id } = await createPost(person.session, { title: 'Among us', content: 'Text.' })
      await studio.visit(person, `/studio/posts/${id}`, async page => {
        await page.keyboard.press('Control+.')
        const only = page.getByRole('switch', { name: /members/ })
        await page.getByLabel('Salon', { exact: true }).selectOption('Writers')
        await only.check()
        await eventually(async () => {
          const { salon_id, salon_only } = await read(person, id)
          assert.deepEqual([salon_id, salon_only], [salon, true])
        })
        await page.keyboard.press('Control+Enter')
        await waitForText(page, 'Only members of Writers can read it. It never becomes public.')
        await page.keyboard.press('Escape')
        await page.getByLabel('Salon', { exact: true }).selectOption({ index: 0 })
        await eventually(async () => assert.equal((await read(person, id)).salon_only, false))
        assert.ok(await only.isDisabled())
      })
    })
  })

  describe('an input method', () => {
    it('keeps its Enter key, and is not interrupted by saving', async () => {
      const person = await server.person()
      await studio.visit(person, '/studio/posts/new', async page => {
        const ime = await page.context().newCDPSession(page)
        const compose = (text: string) =>
          ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
        const enterOfTheIme = () =>
          ime.send('Input.dispatchKeyEvent', {
            type: 'rawKeyDown',
            key: 'Enter',
            code: 'Enter',
            windowsVirtualKeyCode: 229,
          })
        await titleOf(page).focus()
        await compose('みなと')
        await enterOfTheIme()
        await ime.send('Input.insertText', { text: '港' })
        assert.equal(await titleOf(page).inputValue(), '港')
        await page.keyboard.press('Enter')
        await page.keyboard.type('- ')
        await compose('ふね')
        const id = await idOf(page)
        await stateIs(page, 'Saved at')
        await enterOfTheIme()
        await ime.send('Input.insertText', { text: '船' })
        await page.keyboard.press('Enter')
        await compose('なみ')
        await ime.send('Input.insertText', { text: '波' })
        await eventually(async () => assert.equal((await read(person, id)).content, '- 船\n- 波'))

        await page.keyboard.press('Control+.')
        await page.getByLabel('Tags').focus()
        await compose('うみ')
        await enterOfTheIme()
        await ime.send('Input.insertText', { text: '海' })
        assert.equal(await page.locator('.tag-chip').count(), 0)
        await page.keyboard.press('Enter')
        await page.keyboard.type('旅、')
        await eventually(async () => assert.deepEqual((await read(person, id)).tags, ['海', '旅']))
      })
    })
  })

  describe('every state of the editor', () => {
    for (const [width, colorScheme, locale] of [
      [1280, 'light', 'en-US'],
      [390, 'dark', 'ja-JP'],
    ] as const) {
      it(`is accessible at ${width} px, ${colorScheme}, ${locale}`, async () => {
        const person = await server.person()
        const { id } = await createPost(person.session, {
          title: '港の朝 A morning',
          content: '## 見出し\n\n本文 text',
        })
        const work = async (page: Page) => {
          const check = async () => {
            await assertAccessible(page)
            await assertFits(page)
          }
          await page.locator('.post-row').waitFor()
          await check()
          await page.goto(`/studio/posts/${id}`)
          await page.locator('.cm-content').waitFor()
          for (const keys of ['Control+.', 'Control+Enter', 'Control+k']) {
            await page.keyboard.press(keys)
            await check()
            await page.keyboard.press('Escape')
          }
          await page.keyboard.press('Control+e')
          await page.locator('.preview .prose h2').waitFor()
          await check()
        }
        await studio.visit(person, '/studio', work, { viewport: { width, height: 800 }, colorScheme, locale })
      })
    }
  })
})

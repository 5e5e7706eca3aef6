import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { plain } from '../../../../server/test/support/posts/images.ts'
import { createPost } from '../../../../server/test/support/posts/posts.ts'
import { upload } from '../../../../server/test/support/posts/upload.ts'
import type { Person } from '../../../../server/test/support/test-server.ts'
import { announced } from '../../support/announcements.ts'
import { VARIANTS } from '../../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'
import { textOf } from '../../support/writing-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const MEDIA = '/studio/media'
const card = (page: Page, name: string) => page.locator('.media-card', { hasText: name })

/** Uploads an image; each size has other bytes. */
async function addImage({ session }: Person, name: string, width = 40): Promise<string> {
  const { status, body } = await upload(session, await plain('png', width, 30), name)
  assert.equal(status, 201)
  return body.url
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

describe('the library of images', { concurrency: 3 }, () => {
  it('lists images with size, date and where they are used, and copies address and Markdown', async () => {
    const person = await studio.server.person()
    const url = await addImage(person, 'harbour.png', 64)
    await addImage(person, 'unused.png', 65)
    const { id } = await createPost(person.session, { title: 'At the harbour', content: `![Harbour](${url})` })
    await person.session.patch('/api/v1/me', { avatar_url: url })
    const work = async (page: Page) => {
      const shown = await card(page, 'harbour.png').innerText()
      assert.match(shown, /64 × 30 · 1 kB\s+\d+ \w+ \d{4}/)
      assert.match(shown, /Used in:\s+At the harbour[\s\S]*A profile/)
      assert.match(await card(page, 'unused.png').innerText(), /Not used/)
      await choose(page, 'harbour.png', 'Copy as Markdown')
      await waitForText(page, 'Copied')
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), `![harbour](${url})`)
      await choose(page, 'harbour.png', 'Copy the address')
      await eventually(async () => assert.equal(await page.evaluate('navigator.clipboard.readText()'), url))
      await page.getByRole('link', { name: 'At the harbour' }).click()
      await page.waitForURL(new RegExp(id))
    }
    await studio.visit(person, MEDIA, work, { permissions: ['clipboard-read', 'clipboard-write'] })
  })

  it('uploads several files, and reports one that is refused', async () => {
    const person = await studio.server.person()
    const work = async (page: Page) => {
      await waitForText(page, 'No images yet')
      const files = [
        { name: 'one.png', mimeType: 'image/png', buffer: await plain('png', 41, 30) },
        { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') },
        { name: 'two.png', mimeType: 'image/png', buffer: await plain('png', 42, 30) },
      ]
      await page.getByLabel('Upload images').last().setInputFiles(files)
      await waitForText(page, /^broken\.png was not uploaded\. /)
      await waitForText(page, '2 images were uploaded')
      await card(page, 'one.png').waitFor()
      await card(page, 'two.png').waitFor()
    }
    await studio.visit(person, MEDIA, work, { expected: [/status of 400/] })
  })

  it('deletes an unused image after a confirmation', async () => {
    const person = await studio.server.person()
    const url = await addImage(person, 'old.png')
    await studio.visit(person, MEDIA, async page => {
      await choose(page, 'old.png', 'Delete')
      await press(page.getByRole('dialog'), 'Delete')
      await waitForText(page, 'No images yet')
      assert.equal((await page.request.get(url)).status(), 404)
    })
  })

  it('explains that an image is in use, and deletes it only if the author insists', async () => {
    const person = await studio.server.person()
    const url = await addImage(person, 'shown.png')
    const work = async (page: Page) => {
      await card(page, 'shown.png').waitFor()
      // Used after the list was loaded.
      await createPost(person.session, { title: 'Just written', content: `![](${url})` })
      await choose(page, 'shown.png', 'Delete')
      const dialog = page.getByRole('dialog')
      assert.equal(await dialog.getByRole('checkbox').count(), 0)
      await press(dialog, 'Delete')
      await announced(page, /^This image is in use\./)
      await dialog.getByRole('link', { name: 'Just written' }).waitFor()
      assert.equal((await page.request.get(url)).status(), 200)
      await dialog.getByLabel('Delete it anyway').check()
      await press(dialog, 'Delete')
      await waitForText(page, 'shown.png was deleted')
      assert.equal((await page.request.get(url)).status(), 404)
    }
    await studio.visit(person, MEDIA, work, { expected: [/status of 409/] })
  })

  it('has pages', async () => {
    const person = await studio.server.person()
    for (let n = 1; n <= 25; n++) await addImage(person, `image ${n}.png`, 40 + n)
    await studio.visit(person, MEDIA, async page => {
      await waitForText(page, '1–24 of 25')
      assert.equal(await page.locator('.media-card').count(), 24)
      await press(page, 'Next')
      await card(page, 'image 1.png').waitFor()
      assert.equal(await page.locator('.media-card').count(), 1)
    })
  })

  it('offers images in the editor, which inserts the chosen one as a paragraph', async () => {
    const person = await studio.server.person()
    const url = await addImage(person, 'inserted.png')
    const { id } = await createPost(person.session, { title: 'With an image', content: 'Before.' })
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await textOf(page).waitFor()
      await press(page, 'Choose from your images')
      await press(page, 'Insert inserted.png')
      await page.keyboard.type('!')
      await eventually(async () => {
        const { content } = (await person.session.get(`/api/v1/posts/${id}`)).body
        assert.equal(content, `Before.\n\n![inserted](${url})!`)
      })
    })
  })

  for (const variant of VARIANTS) {
    it(`fits and is accessible: ${variant.locale}`, async () => {
      const person = await studio.server.person()
      const url = await addImage(person, `${'a long name of a file '.repeat(4)}.png`, 64)
      await addImage(person, '港.png', 65)
      await createPost(person.session, { title: '長い題名の記事'.repeat(5), content: `![](${url})` })
      const work = async (page: Page) => {
        await page.locator('.media-card').first().waitFor()
        await assertVariant(page, variant)
        await page.locator('.media-card').last().getByRole('button').click()
        await page.getByRole('menuitem').last().click()
        await page.getByRole('dialog').getByRole('checkbox').waitFor()
        await assertVariant(page, variant)
        await page.goto('/studio/posts/new')
        await page.locator('.toolbar button').nth(13).click()
        await page.locator('.media-choice').first().waitFor()
        await assertVariant(page, variant)
      }
      await studio.visit(person, MEDIA, work, { locale: variant.locale })
    })
  }
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { plain } from '../../../server/test/support/posts/images.ts'
import { createPost } from '../../../server/test/support/posts/posts.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { VARIANTS } from '../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../support/studio.ts'
import { focused, press, waitForText } from '../support/studio-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
  const author = await studio.server.person({ username: 'popular' })
  await author.session.patch('/api/v1/me', { display_name: '青木 Ann' })
  await publish(author.session, { title: 'Read by many' })
})
after(() => studio?.close())

const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor()

describe('the first steps', { concurrency: 3 }, () => {
  it('appear after signing up: picture and bio, authors, first post; and never again', async () => {
    await studio.browser.visit({}, async page => {
      await page.goto('/signup')
      await page.locator('#username').fill('newcomer')
      await page.locator('#email').fill('newcomer@example.com')
      await page.locator('#password').fill('a long password')
      await page.keyboard.press('Enter')
      await step(page, 'Tell readers who you are')
      assert.equal(new URL(page.url()).pathname, '/studio')

      await page
        .getByLabel('Choose a picture')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await plain('png') })
      await page.locator('.avatar-field img').waitFor()
      await page.getByLabel('About you').fill('Writes about harbours.')
      await press(page, 'Next')
      await step(page, 'Follow authors')
      assert.equal(await focused(page), 'Follow authors')
      await press(page, 'Follow: 青木 Ann')
      await page.getByRole('button', { name: 'Following: 青木 Ann' }).waitFor()
      await press(page, 'Next')
      await step(page, 'Write your first post')
      await press(page, 'Back')
      await page.getByRole('button', { name: 'Following: 青木 Ann' }).waitFor()
      await press(page, 'Next')
      assert.equal(await page.getByText('curl').count(), 0, 'the API is for plans that have it')

      await page.locator('.ways').getByRole('link', { name: 'Write' }).click()
      await page.waitForURL(/posts\/new/)
      await page.goto('/studio')
      await step(page, 'Write your first post')
      assert.equal(await page.locator('.onboarding').count(), 0)
      const profile = (await studio.server.anyone.get('/api/v1/public/users/newcomer')).body.profile
      assert.equal(profile.bio, 'Writes about harbours.')
      assert.ok(profile.avatar_url)
      const { follower_count } = (await studio.server.anyone.get('/api/v1/public/users/popular')).body.profile
      assert.ok(follower_count >= 1)
    })
  })

  it('can be skipped at once with the keyboard, which is remembered', async () => {
    const person = await studio.server.person({ plan: 'premium' })
    await studio.visit(person, '/studio', async page => {
      await step(page, 'Tell readers who you are')
      await page.getByRole('button', { name: 'Skip' }).focus()
      await page.keyboard.press('Enter')
      await waitForText(page, 'Publish from your own tools')
      await page.reload()
      await waitForText(page, 'Publish from your own tools')
      assert.equal(await page.locator('.onboarding').count(), 0)
    })
  })

  it('are not shown to users with posts, with deleted posts, or with a bio', async () => {
    const writer = await studio.server.person()
    const { id } = await createPost(writer.session, { title: 'Only one' })
    await studio.visit(writer, '/studio', async page => {
      await page.getByRole('link', { name: 'Only one' }).waitFor()
    })
    await writer.session.delete(`/api/v1/posts/${id}`)
    // In another browser, which has not seen the post.
    await studio.visit(writer, '/studio', async page => {
      await step(page, 'Write your first post')
      assert.equal(await page.locator('.onboarding').count(), 0)
    })
    const known = await studio.server.person()
    await known.session.patch('/api/v1/me', { bio: 'Known.' })
    await studio.visit(known, '/studio', async page => {
      await step(page, 'Write your first post')
      assert.equal(await page.locator('.onboarding').count(), 0)
    })
  })

  it('show what is wrong with the bio, and stay open', async () => {
    const person = await studio.server.person()
    const work = async (page: Page) => {
      await page.getByLabel('About you').fill('x'.repeat(501))
      await press(page, 'Next')
      await page.locator('[aria-invalid=true]').waitFor()
      await page.getByLabel('About you').fill('Fine.')
      await press(page, 'Next')
      await step(page, 'Follow authors')
    }
    await studio.visit(person, '/studio', work, { expected: [/status of 400/] })
  })

  for (const variant of VARIANTS) {
    it(`fit and are accessible: ${variant.locale}`, async () => {
      const person = await studio.server.person()
      const work = async (page: Page) => {
        await page.locator('.onboarding .avatar-field').waitFor()
        for (const shown of ['.avatar-field', '.onboarding-authors', '.ways']) {
          await page.locator(`.onboarding ${shown}`).waitFor()
          await assertVariant(page, variant)
          if (shown !== '.ways') await page.locator('.onboarding-actions .button').click()
        }
      }
      await studio.visit(person, '/studio', work, { locale: variant.locale })
    })
  }
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { Client } from '../../../server/test/support/client.ts'
import { createPost } from '../../../server/test/support/posts/posts.ts'
import { announced } from '../support/announcements.ts'
import { VARIANTS } from '../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../support/studio.ts'
import { press } from '../support/studio-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const TOKENS = '/studio/settings/tokens'
const dialogOf = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

async function issue(page: Page): Promise<string> {
  await press(dialogOf(page), /^(Issue a token|Re-issue)$/)
  const token = await dialogOf(page).locator('pre').first().innerText()
  await press(dialogOf(page), 'I have stored it')
  return token
}

describe('the permissions of a token', { concurrency: 3 }, () => {
  it('are everything unless another combination is chosen, and are kept when it is re-issued', async () => {
    const person = await studio.server.person()
    await studio.visit(person, TOKENS, async page => {
      await press(page, 'Issue a token')
      const permissions = dialogOf(page).getByLabel('Permissions')
      assert.equal(await permissions.inputValue(), 'all')
      await dialogOf(page).getByLabel('Name').fill('editor plugin')
      await permissions.selectOption('Drafts only')
      const tool = new Client(studio.server.url, { token: await issue(page) })
      await rowOf(page, 'editor plugin').getByText('Drafts only').waitFor()

      const draft = await createPost(tool, { title: 'A draft' })
      assert.equal((await tool.patch(`/api/v1/posts/${draft.id}`, { status: 'published' })).status, 403)

      await page.getByRole('button', { name: 'Actions for editor plugin' }).click()
      await page.getByRole('menuitem', { name: 'Re-issue' }).click()
      assert.equal(await dialogOf(page).getByLabel('Permissions').inputValue(), 'drafts')
      await issue(page)
      await rowOf(page, 'editor plugin').getByText('Drafts only').waitFor()
    })
  })

  it('are those that a program asked for, if it was approved with a code', async () => {
    const person = await studio.server.person()
    const asked = { client_name: 'gly on laptop', scopes: ['posts:read', 'events'] }
    const device = (await studio.server.anyone.post('/api/v1/device', asked)).body
    await studio.visit(person, TOKENS, async page => {
      await page.getByRole('link', { name: 'Enter a code' }).click()
      await page.getByLabel('Code').fill(device.user_code)
      await press(page, 'Continue')
      await press(page, 'Approve')
      await page.getByRole('heading', { name: 'The program has access' }).waitFor()
      const { device_code } = device
      assert.equal((await studio.server.anyone.post('/api/v1/device/token', { device_code })).status, 200)
      await page.getByRole('link', { name: 'Your tokens' }).click()
      await rowOf(page, 'gly on laptop').getByText('Read only').waitFor()
    })
  })

  it('can be chosen one by one; at least one is needed', async () => {
    const person = await studio.server.person()
    const work = async (page: Page) => {
      await press(page, 'Issue a token')
      await dialogOf(page).getByLabel('Name').fill('uploader')
      await dialogOf(page).getByLabel('Permissions').selectOption('Read only')
      await dialogOf(page).getByLabel('Permissions').selectOption('Choose…')
      const reading = dialogOf(page).getByLabel('Read your posts, including drafts')
      assert.ok(await reading.isChecked(), 'begins with the combination that was chosen before')
      await reading.uncheck()
      await dialogOf(page).getByLabel('Read the events of your posts').uncheck()
      await press(dialogOf(page), 'Issue a token')
      await announced(page, /^Permissions: /)
      await dialogOf(page).getByLabel('Upload, list and delete images').check()
      await issue(page)
      await rowOf(page, 'uploader').getByText('Upload, list and delete images').waitFor()
      const { tokens } = (await person.session.get('/api/v1/tokens')).body
      assert.deepEqual(tokens.find((token: { name: string }) => token.name === 'uploader').scopes, ['uploads'])
    }
    await studio.visit(person, TOKENS, work, { expected: [/status of 400/] })
  })

  for (const variant of VARIANTS) {
    it(`fit and are accessible: ${variant.locale}`, async () => {
      const person = await studio.server.person()
      await person.session.post('/api/v1/tokens', { name: 'laptop', scopes: ['posts:read', 'uploads', 'events'] })
      const work = async (page: Page) => {
        await page.getByText('laptop').first().waitFor()
        await assertVariant(page, variant)
        await page.locator('.page-actions .button').click()
        await dialogOf(page).locator('select').first().selectOption('chosen')
        await dialogOf(page).getByRole('checkbox').first().waitFor()
        await assertVariant(page, variant)
      }
      await studio.visit(person, TOKENS, work, { locale: variant.locale })
    })
  }
})

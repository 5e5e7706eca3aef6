import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio.close())

describe('the profile settings', () => {
  it('offer everything as a download, and delete the account after its password', async () => {
    const person = await studio.server.person()
    const expected = [/400|401/]
    await studio.visit(
      person,
      '/studio/settings/profile',
      async page => {
        await page.getByRole('button', { name: 'Download everything' }).waitFor()
        await page.getByRole('button', { name: 'Delete account' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Current password').fill('wrong')
        await dialog.getByRole('button', { name: 'Delete account' }).click()
        await dialog.getByText('This is not the current password.', { exact: true }).waitFor()
        await dialog.getByLabel('Current password').fill(person.password)
        await dialog.getByRole('button', { name: 'Delete account' }).click()
        await page.waitForURL(`${studio.server.url}/`)
        assert.equal((await person.bearer.get('/api/v1/me')).status, 401)
      },
      { expected },
    )
  })
})

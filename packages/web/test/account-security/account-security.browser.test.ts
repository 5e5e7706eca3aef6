import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { ageSessions } from '../../../server/test/support/accounts/age-sessions.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio({ host: 'localhost' })
})
after(() => studio?.close())

const press = (within: Pick<Page, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

/** A device with passkeys, whose owner unlocks it each time. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('a passkey', () => {
  it('is added in the settings, logs in, confirms the session, is renamed and removed', async () => {
    const person = await studio.server.person({ username: 'keyholder' })
    await studio.visit(
      person,
      '/studio/settings/security',
      async page => {
        await addAuthenticator(page)
        await press(page, 'Add a passkey')
        await page.getByRole('dialog').getByLabel('Name').fill('Phone')
        await press(page.getByRole('dialog'), 'Create the passkey')
        await page.getByRole('row', { name: /Phone/ }).waitFor()

        await page.context().clearCookies()
        await page.goto('/login?next=/studio/settings/security')
        await press(page, 'Log in with a passkey')
        await page.getByRole('row', { name: /Phone/ }).waitFor()

        await page.getByRole('button', { name: 'Actions for Phone' }).click()
        await page.getByRole('menuitem', { name: 'Rename' }).click()
        await page.getByRole('dialog').getByLabel('Name').fill('Old phone')
        await press(page.getByRole('dialog'), 'Save')
        await page.getByRole('row', { name: /Old phone/ }).waitFor()

        await ageSessions(studio.server, person)
        await page.getByRole('button', { name: 'Actions for Old phone' }).click()
        await page.getByRole('menuitem', { name: 'Remove' }).click()
        await press(page.getByRole('dialog'), 'Remove')
        await press(page.getByRole('dialog', { name: 'Confirm that it is you' }), 'Use a passkey')
        await page.getByText('You have no passkeys.').waitFor()

        await page.context().clearCookies()
        await page.goto('/login')
        await press(page, 'Log in with a passkey')
        await page.getByText('No passkey was used.').waitFor()
        assert.equal(new URL(page.url()).pathname, '/login')
      },
      { expected: [/status of 403/, /status of 401/] },
    )
  })
})

describe('recovery codes', () => {
  it('are shown once, and counted afterwards', async () => {
    const person = await studio.server.person()
    await studio.visit(person, '/studio/settings/security', async page => {
      await press(page, 'Make recovery codes')
      await press(page.getByRole('dialog'), 'Make recovery codes')
      const codes = await page.getByRole('dialog', { name: 'Recovery codes' }).locator('code').innerText()
      assert.equal(codes.split('\n').length, 10)
      await press(page.getByRole('dialog'), 'I have saved them')
      await page.getByText(/^10 codes are left/).waitFor()
    })
  })
})

describe('invitations', () => {
  it('are created and revoked by admins, with a link that is shown once', async () => {
    const admin = await studio.server.person({ role: 'admin' })
    await studio.visit(admin, '/studio/admin/invitations', async page => {
      await page.getByText('Anybody can sign up, so invitations are not needed').waitFor()
      await press(page, 'Create an invitation')
      await page.getByRole('dialog').getByLabel('Number of accounts').fill('3')
      await page.getByRole('dialog').getByLabel('Note').fill('Writers')
      await press(page.getByRole('dialog'), 'Create an invitation')
      const link = page.getByRole('dialog', { name: 'Invitation created' }).locator('code')
      assert.match(await link.innerText(), /\/signup\?invitation=\w{32}$/)
      await press(page.getByRole('dialog'), 'Done')
      const row = page.getByRole('row', { name: /Writers/ })
      await row.getByText('0/3').waitFor()
      await press(row, 'Revoke: Writers')
      await press(page.getByRole('dialog'), 'Revoke')
      await row.getByText('Revoked').waitFor()
    })
  })
})

describe('the studio, long after the log-in', () => {
  it('issues a token without asking, and asks for the password before it makes recovery codes', async () => {
    const person = await studio.server.person()
    await ageSessions(studio.server, person)
    const expected = [/status of 403/, /status of 400/]
    await studio.visit(
      person,
      '/studio/settings/tokens',
      async page => {
        await press(page, 'Issue a token')
        await page.getByRole('dialog').getByLabel('Name').fill('laptop')
        await press(page.getByRole('dialog'), 'Issue a token')
        await page
          .getByRole('dialog', { name: /laptop/ })
          .getByText('curl')
          .first()
          .waitFor()
        await page.goto('/studio/settings/security')
        await press(page, 'Make recovery codes')
        await press(page.getByRole('dialog'), 'Make recovery codes')
        const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
        await question.getByLabel('Password').fill('a guess')
        await press(question, 'Continue')
        await question.getByText('This is not your password.').waitFor()
        await question.getByLabel('Password').fill(person.password)
        await press(question, 'Continue')
        await page.getByRole('dialog', { name: 'Recovery codes' }).locator('code').waitFor()
      },
      { expected },
    )
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { ageSessions } from '../../../server/test/support/age-sessions.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const press = (within: Pick<Page, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

describe('the studio, long after the log-in', () => {
  it('asks for the password before a token is issued, and then issues it', async () => {
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
        const question = page.getByRole('dialog', { name: 'Is it you?' })
        await question.getByLabel('Password').fill('a guess')
        await press(question, 'Continue')
        await question.getByText('This is not your password.').waitFor()
        await question.getByLabel('Password').fill(person.password)
        await press(question, 'Continue')
        await page
          .getByRole('dialog', { name: /laptop/ })
          .getByText('curl')
          .first()
          .waitFor()
      },
      { expected },
    )
    const { body } = await person.session.get('/api/v1/tokens')
    assert.equal(body.tokens[0].name, 'laptop')
  })
})

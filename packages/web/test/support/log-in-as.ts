import type { Page } from 'playwright-core'
import type { Person } from '../../../server/test/support/test-server.ts'

/** Sets the session cookie of this person in the page's browser context. */
export async function logInAs(page: Page, { session }: Person, url: string): Promise<void> {
  const [name = '', value = ''] = session.cookie?.split('=') ?? []
  await page.context().addCookies([{ name, value, url }])
}

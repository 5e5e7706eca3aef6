import type { Page } from 'playwright-core'
import type { Person } from '../../../server/test/support/test-server.ts'

/** Gives the page's browser the session of somebody who is logged in already. */
export async function actAs(page: Page, { session }: Person, url: string): Promise<void> {
  const [name = '', value = ''] = session.cookie?.split('=') ?? []
  await page.context().addCookies([{ name, value, url }])
}

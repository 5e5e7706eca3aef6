import type { Page } from 'playwright-core'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { assertAccessible } from './accessibility.ts'
import { logAnnouncements } from './announcements.ts'
import { startBrowser, type TestBrowser, type VisitOptions } from './browser.ts'
import { assertFits, assertWholeWords, type Variant, withEachLook } from './layout.ts'
import { logInAs } from './log-in-as.ts'
import { startWebServer } from './web-server.ts'

export interface TestStudio {
  readonly server: TestServer
  readonly browser: TestBrowser
  /** Opens a page of the studio as this person, recording announcements, and waits for its heading. */
  visit(person: Person, path: string, use: (page: Page) => Promise<void>, options?: VisitOptions): Promise<void>
  close(): Promise<void>
}

/** A server and a browser for the tests of one file. */
export async function startStudio(options: Parameters<typeof startWebServer>[0] = {}): Promise<TestStudio> {
  const server = await startWebServer(options)
  const { origin } = server.context.settings.publicUrl
  const browser = await startBrowser(origin)
  return {
    server,
    browser,
    visit: (person, path, use, options = {}) =>
      browser.visit(options, async page => {
        await logInAs(page, person, origin)
        await logAnnouncements(page)
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await use(page)
      }),
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

/**
 * Asserts that the page fits with each look; in English, also that axe finds no serious violations, and in Japanese, that
 * no word is broken.
 */
export async function assertVariant(page: Page, variant: Variant): Promise<void> {
  await withEachLook(page, variant, async () => {
    await assertFits(page)
    if (variant.locale === 'en-US') await assertAccessible(page)
    else await assertWholeWords(page)
  })
}

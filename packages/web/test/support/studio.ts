import type { Page } from 'playwright-core'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { assertAccessible } from './accessibility.ts'
import { logAnnouncements } from './announcements.ts'
import { startBrowser, type TestBrowser, type VisitOptions } from './browser.ts'
import { assertFits } from './layout.ts'
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

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** A visit in each language. With two looks each, they cover every pair of language, appearance and width. */
export const STUDIO_VARIANTS = [
  {
    locale: 'en-US',
    looks: [
      { colorScheme: 'light', viewport: PHONE },
      { colorScheme: 'dark', viewport: DESKTOP },
    ],
  },
  {
    locale: 'ja-JP',
    looks: [
      { colorScheme: 'light', viewport: DESKTOP },
      { colorScheme: 'dark', viewport: PHONE },
    ],
  },
] as const

type Variant = (typeof STUDIO_VARIANTS)[number]

/** Calls `check` while the page has each look of a variant; after that, the page keeps the last one. */
export async function withEachLook(page: Page, { looks }: Variant, check: () => Promise<void>): Promise<void> {
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.evaluate(NEXT_FRAME)
    await check()
  }
}

/** Scripts that depend on the size of the window have run. */
const NEXT_FRAME = 'new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** Asserts that the page fits with each look; in English, also that axe finds no serious violations. */
export async function assertVariant(page: Page, variant: Variant): Promise<void> {
  await withEachLook(page, variant, async () => {
    await assertFits(page)
    if (variant.locale === 'en-US') await assertAccessible(page)
  })
}

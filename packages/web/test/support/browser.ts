import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from './chromium.ts'

export interface VisitOptions extends BrowserContextOptions {
  /** Errors that the test provokes, such as the browser's console message about a 404. */
  readonly expected?: readonly RegExp[]
}

export interface TestBrowser {
  /** Opens a page with its own cookies, passes it to `use`, and fails if any unexpected error occurred. */
  visit<T>(options: VisitOptions, use: (page: Page) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Starts one browser for the tests of a file. Relative URLs are resolved against `baseURL`. */
export async function startBrowser(baseURL: string): Promise<TestBrowser> {
  const browser = await launchChromium()
  return {
    visit: async ({ expected = [], ...options }, use) => {
      // Reduced motion: colours cannot be checked in the middle of a transition.
      const context = await browser.newContext({ baseURL, locale: 'en-US', reducedMotion: 'reduce', ...options })
      context.setDefaultTimeout(30_000)
      try {
        const page = await context.newPage()
        const faults = await collectFaults(page)
        const result = await use(page)
        assert.deepEqual(unexpected(faults, expected), [], `faults at ${page.url()}`)
        return result
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}

const unexpected = (faults: readonly string[], expected: readonly RegExp[]): string[] =>
  faults.filter(fault => !expected.some(pattern => pattern.test(fault)))

/** Collects console errors, uncaught errors, failed requests and policy violations. */
async function collectFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => faults.push(`page: ${error.stack ?? error.message}`))
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText
    // Requests that are aborted by a navigation or by our own code are not errors.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${reason}`)
  })
  await page.exposeFunction('reportViolation', (violation: string) => faults.push(`policy: ${violation}`))
  await page.addInitScript(`addEventListener('securitypolicyviolation', event => {
    reportViolation(event.effectiveDirective + ' blocked ' + (event.blockedURI || event.sample) + ' on ' + event.documentURI)
  })`)
  return faults
}

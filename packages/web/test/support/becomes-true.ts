import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'

/** Polls from the test: Playwright's own waiting evaluates strings in the page, which our content security policy forbids. */
export async function becomesTrue(page: Page, expression: string): Promise<void> {
  await eventually(async () => assert.ok(await page.evaluate<boolean>(expression), expression), 10_000)
}

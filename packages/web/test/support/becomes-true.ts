import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'

/** Asks from outside each time: the browser's own waiting evaluates text in the page, which our policy forbids from its second look on. */
export async function becomesTrue(page: Page, expression: string): Promise<void> {
  await eventually(async () => assert.ok(await page.evaluate<boolean>(expression), expression), 10_000)
}

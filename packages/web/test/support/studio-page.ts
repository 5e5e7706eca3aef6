import type { Locator, Page } from 'playwright-core'

/** Opens a page of the studio, and waits for its heading. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/studio/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

export const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** The label or the text of the focused element. */
export const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

/** Presses keys in sequence. */
export async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

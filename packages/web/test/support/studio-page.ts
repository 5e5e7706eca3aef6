import type { Locator, Page } from 'playwright-core'

/** Goes to a page of the studio, and waits for its heading. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/studio/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

export const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** What has the focus, by its name or its text. */
export const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

/** Presses keys one after the other. */
export async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

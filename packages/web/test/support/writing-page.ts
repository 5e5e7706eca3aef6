import type { Page } from 'playwright-core'
import { plain } from '../../../server/test/support/posts/images.ts'

export const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text, in Markdown' })
export const stateIs = (page: Page, words: string | RegExp) => page.locator('.save-state', { hasText: words }).waitFor()
export const shownText = (page: Page) =>
  page.evaluate<string>(`[...document.querySelectorAll('.cm-line')].map(line => line.textContent).join('\\n')`)
/** The texts that the browser stores on this device, as JSON. */
export const storedDrafts = (page: Page) =>
  page.evaluate<string>(`new Promise(resolve => {
    const opening = indexedDB.open('galley-studio')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('copies').objectStore('copies').getAll()
      reading.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(reading.result)) }
    }
  })`)

/** The post's id. Waits until it has one. */
export async function idOf(page: Page): Promise<string> {
  await page.waitForURL(/\/studio\/posts\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1)!
}

/** Simulates pasting an image. */
export const pasteImage = (page: Page, png: Buffer) =>
  page.evaluate(`{
    const file = new File([new Uint8Array(${JSON.stringify([...png])})], 'boats.png', { type: 'image/png' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('.cm-content').dispatchEvent(event)
  }`)

/** Simulates pasting formatted text. */
export const pasteHtml = (page: Page, html: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(html)})
    clipboardData.setData('text/plain', 'plain')
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('.cm-content').dispatchEvent(event)
  }`)

/** Chooses several images at once, as files with these names. */
export async function chooseImages(page: Page, names: readonly string[]): Promise<void> {
  const buffer = await plain('png')
  const files = names.map(name => ({ name: `${name}.png`, mimeType: 'image/png', buffer }))
  await page.locator('.toolbar input[type=file]').setInputFiles(files)
}

/** The browser's console messages about responses with 4xx. */
export const REFUSED = [/status of 4\d\d/]
/** The browser's console messages about requests without a response. */
export const NO_RESPONSE = [
  /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
]

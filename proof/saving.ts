import assert from 'node:assert/strict'
import { eventually } from '@galley/server/testing/eventually'
import { createServerProcess, type ServerProcess } from '@galley/server/testing/processes/server-process'
import { launchChromium } from '@galley/web/testing/chromium'
import { startDroppingProxy } from '@galley/web/testing/dropping-proxy'
import { textOf } from '@galley/web/testing/writing-page'
import type { BrowserContext, Page } from 'playwright-core'
import { readCommandLine } from './support/command-line.ts'
import { log } from './support/report.ts'

readCommandLine({
  name: 'saving',
  about: `Checks that the editor never loses text and never reports a false conflict, in a real browser with a proxy that drops
responses, a slow network, changes by another program, a log-out and a killed server. About 3 minutes. npm test plays random
orders of such events against a model of the API; GALLEY_SAVING_RUNS says how many.`,
  options: {},
})

const WORDS = 60
const ACCOUNT = { username: 'writer', email: 'writer@example.com', password: 'correct horse battery' }

interface Trial {
  readonly context: BrowserContext
  readonly page: Page
  readonly id: string
  readonly server: ServerProcess
}

/** Events while the author types, by the number of the word. */
type Disruption = (trial: Trial, word: number) => Promise<void>

const proxy = await startDroppingProxy()
const server = await createServerProcess({ RATE_LIMIT_REQUESTS: '0', PUBLIC_URL: proxy.url })
const browser = await launchChromium()
proxy.target = server.url
try {
  await server.start()
  await runTrial('every third response is dropped', async (_trial, word) => {
    proxy.dropEvery = word < WORDS - 1 ? 3 : 0
  })
  log(`dropped ${proxy.dropped()} responses`)
  await runTrial('the network is slow', async ({ context, page }, word) => {
    if (word !== 0) return
    const cdp = await context.newCDPSession(page)
    const slow = { offline: false, latency: 800, downloadThroughput: 20_000, uploadThroughput: 5000 }
    await cdp.send('Network.emulateNetworkConditions', slow)
  })
  await runTrial('another program changes the tags', async ({ context, id }, word) => {
    if (word % 15 !== 7) return
    await context.request.patch(`/api/v1/posts/${id}`, { data: { tags: [`tag ${word}`] } })
  })
  await runTrial('logged out and in again in another tab', async ({ context, page }, word) => {
    if (word === 20) await context.request.delete('/api/v1/session')
    if (word !== 40) return
    await context.request.post('/api/v1/session', { data: { login: ACCOUNT.username, password: ACCOUNT.password } })
    await page.evaluate("dispatchEvent(new Event('focus'))")
  })
  await runTrial('the server is killed and started again', async ({ server }, word) => {
    if (word % 30 === 10) await server.kill({ database: word > 30 })
    if (word % 30 === 20) await server.start()
  })
} finally {
  await browser.close()
  await server.close()
  await proxy.close()
}

async function runTrial(name: string, disrupt: Disruption): Promise<void> {
  const context = await browser.newContext({ baseURL: proxy.url, locale: 'en-US' })
  const logIn = { login: ACCOUNT.username, password: ACCOUNT.password }
  const known = await context.request.post('/api/v1/session', { data: logIn })
  if (!known.ok()) await context.request.post('/api/v1/signup', { data: ACCOUNT })
  const post = await context.request.post('/api/v1/posts', { data: { title: name, content: 'Begin' } })
  const { id } = (await post.json()) as { id: string }
  const page = await context.newPage()
  await page.goto(`/studio/posts/${id}`)
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  let [text, conflicts] = ['Begin', 0]
  for (let word = 0; word < WORDS; word++) {
    await disrupt({ context, page, id, server }, word)
    await page.keyboard.type(` word${word}`, { delay: 10 })
    text += ` word${word}`
    await page.waitForTimeout(word % 6 === 5 ? 1700 : 100)
    conflicts += await page.getByText('This post was changed elsewhere').count()
  }
  await eventually(async () => {
    const saved = await context.request.get(`/api/v1/posts/${id}`)
    assert.equal(((await saved.json()) as { content: string }).content, text)
  }, 60_000)
  assert.equal(conflicts, 0, `${name}: a false conflict`)
  await context.close()
  log(`${name}: all ${WORDS} words are on the server, no false conflict`)
}

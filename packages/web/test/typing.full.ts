/**
 * Measures how fluent typing is in an article of 100,000 characters: the studio in a real Chromium, on a real server,
 * with preview, autosave and the copy on this device at work. Prints the frames' times and writes them to
 * bench/results/typing.json. Not part of the tests, because a busy machine would fail it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createServerProcess } from '../../server/test/support/server-process.ts'
import { launchChromium } from './support/chromium.ts'

const LETTERS = 400
const PAUSE_MS = 40
const RESULTS = join(import.meta.dirname, '../../../bench/results')

const paragraph = (n: number) =>
  `## ${n} 節\n\n${'The eye moves along the line and rests. 行間と字間は、**声の高さ**や間合いのように文章の調子を決めます。'.repeat(8)}\n\n- one\n- two\n\n`

function article(): string {
  let text = ''
  for (let n = 1; text.length < 100_000; n++) text += paragraph(n)
  return text.slice(0, 100_000)
}

const RECORD = `{
  window.frames_ = []
  window.long_ = []
  let before = performance.now()
  const step = now => {
    window.frames_.push(now - before)
    before = now
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  new PerformanceObserver(list => {
    for (const { startTime, duration, scripts } of list.getEntries())
      window.long_.push({ startTime, duration, scripts: scripts.map(s => [s.invoker, s.duration]) })
  }).observe({ type: 'long-animation-frame' })
}`

async function measure(page: Page) {
  await page.locator('.cm-content').click()
  // Into the middle, where there is as much text before the cursor as behind it.
  await page.keyboard.press('Control+Home')
  for (let n = 0; n < 40; n++) await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  await page.locator('.preview .prose h2').nth(3).waitFor()
  // The first letters, before the code has been compiled, are no measure of an afternoon's writing.
  await page.keyboard.type('暖機 warm up ', { delay: PAUSE_MS })
  await page.evaluate(RECORD)
  for (let n = 0; n < LETTERS; n++) {
    await page.keyboard.type(n % 7 === 6 ? ' ' : '文a字bかc'[n % 6]!)
    await page.waitForTimeout(PAUSE_MS)
  }
  await page.locator('.save-state', { hasText: 'Saved at' }).waitFor({ timeout: 30_000 })
  const frames = await page.evaluate<number[]>('window.frames_')
  const long = await page.evaluate<unknown[]>('window.long_')
  return { frames: frames.toSorted((a, b) => a - b), long }
}

const server = await createServerProcess({ RATE_LIMIT_REQUESTS: '0' })
const browser = await launchChromium()
try {
  await server.start()
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } })
  const account = { username: 'typist', email: 'typist@example.com', password: 'correct horse battery' }
  await context.request.post('/api/v1/signup', { data: account })
  const post = await context.request.post('/api/v1/posts', { data: { title: 'Long', content: article() } })
  const { id } = (await post.json()) as { id: string }
  const page = await context.newPage()
  await page.goto(`/studio/posts/${id}`)
  const { frames, long } = await measure(page)
  const at = (share: number) => Math.round(frames[Math.floor((frames.length - 1) * share)]! * 10) / 10
  const result = {
    characters: article().length,
    letters: LETTERS,
    frames: frames.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    cores: cpus().length,
    // What else the machine was doing: above the number of cores, frames wait for others.
    loadAverage: Math.round(loadavg()[0]! * 10) / 10,
    over50Ms: frames.filter(ms => ms > 50).length,
    long,
  }
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, 'typing.json'), `${JSON.stringify(result, null, 2)}\n`)
  console.log(
    `typing in ${result.characters} characters: ${result.frames} frames, p50 ${result.p50Ms} ms, p99 ${result.p99Ms} ms, longest ${result.maxMs} ms, ${result.over50Ms} over 50 ms (load ${result.loadAverage} on ${result.cores} cores)`,
  )
} finally {
  await browser.close()
  await server.close()
}

import { createServerProcess } from '@galley/server/testing/processes/server-process'
import { launchChromium } from '@galley/web/testing/chromium'
import type { Page } from 'playwright-core'
import { readCommandLine } from './support/command-line.ts'
import { log, percentile, report } from './support/report.ts'

const CHARACTERS = 100_000
const GOAL_MS = 50
const LETTERS = 400
const PAUSE_MS = 40

const paragraph = (n: number) =>
  `## ${n} 節\n\n${'The eye moves along the line and rests. 行間と字間は、**声の高さ**や間合いのように文章の調子を決めます。'.repeat(8)}\n\n- one\n- two\n\n`

function article(): string {
  let text = ''
  for (let n = 1; text.length < CHARACTERS; n++) text += paragraph(n)
  return text.slice(0, CHARACTERS)
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

async function measure(page: Page): Promise<{ frames: number[]; long: unknown[] }> {
  await page.locator('.cm-content').click()
  // Into the middle, so that there is as much text before the cursor as after it.
  await page.keyboard.press('Control+Home')
  for (let n = 0; n < 40; n++) await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  await page.locator('.preview .prose h2').nth(3).waitFor()
  // Not measured: the first letters are slower because the code has not been compiled yet.
  await page.keyboard.type('暖機 warm up ', { delay: PAUSE_MS })
  await page.evaluate(RECORD)
  for (let n = 0; n < LETTERS; n++) {
    if (n % 100 === 0) log(`typing: ${n} of ${LETTERS} letters`)
    await page.keyboard.type(n % 7 === 6 ? ' ' : '文a字bかc'[n % 6]!)
    await page.waitForTimeout(PAUSE_MS)
  }
  await page.locator('.save-state', { hasText: 'Saved at' }).waitFor({ timeout: 30_000 })
  const frames = await page.evaluate<number[]>('window.frames_')
  const long = await page.evaluate<unknown[]>('window.long_')
  return { frames, long }
}

const { resultsName } = readCommandLine({
  name: 'bench:typing',
  about: `Measures frame times while typing in an article of 100,000 characters, in a real Chromium with a real server, with preview,
autosave and the copy on this device. About a minute. Not part of the tests, because it would fail on a busy machine.`,
  options: {},
})
log('starting the server and the browser')
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
  log(`opening an article of ${CHARACTERS} characters`)
  await page.goto(`/studio/posts/${id}`)
  reportFrames(await measure(page))
} finally {
  await browser.close()
  await server.close()
}

function reportFrames({ frames, long }: Awaited<ReturnType<typeof measure>>): void {
  const longest = Math.max(...frames)
  const row = {
    typed: `${LETTERS} letters into ${CHARACTERS}`,
    frames: frames.length,
    'p50 ms': percentile(frames, 50).toFixed(1),
    'p99 ms': percentile(frames, 99).toFixed(1),
    'longest ms': longest.toFixed(1),
    [`over ${GOAL_MS} ms`]: frames.filter(ms => ms > GOAL_MS).length,
    goal: `longest ≤ ${GOAL_MS}`,
    verdict: longest <= GOAL_MS ? 'reached' : 'missed',
  }
  report(resultsName, { tables: { Frames: [row] }, figures: { long } })
}

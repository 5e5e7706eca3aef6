/**
 * `npm run screenshots`: takes the pictures of README.md from a new server with demo data, and writes them to `docs/images`.
 * The browser is that of the tests.
 */
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@galley/server/testing/network/free-port'
import { DataFolder, runGalley, ServerProcess } from '@galley/server/testing/processes/galley-process'
import { launchChromium } from '@galley/web/testing/chromium'

const FOLDER = join(import.meta.dirname, '../docs/images')
const MAX_BYTES = 150_000
const VIEWPORT = { width: 1280, height: 680 }

interface Listed {
  readonly id: string
  readonly title: string
}

const data = new DataFolder()
const port = String(await freePort())
// Pictures have the public address, so it must be the one on which the server listens.
const server = await ServerProcess.ready({ DATA_DIR: data.path, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
const browser = await launchChromium()
try {
  const seeded = await runGalley(['demo', 'seed', '--json'], { DATA_DIR: data.path })
  assert.equal(seeded.code, 0, seeded.stderr)
  const { users } = JSON.parse(seeded.stdout) as { users: { login: string; password: string }[] }
  const { login, password } =
    users.find(user => user.login === 'alice') ?? assert.fail('demo seed did not create alice')

  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US', viewport: VIEWPORT })
  const page = await context.newPage()
  const save = async (name: string) => {
    const path = join(FOLDER, name)
    await page.screenshot({ path })
    const { size } = statSync(path)
    console.log(`${name}: ${size} bytes`)
    assert.ok(size < MAX_BYTES, `${name} is larger than ${MAX_BYTES} bytes`)
  }

  await page.goto('/', { waitUntil: 'networkidle' })
  await save('site.png')

  const loggedIn = await context.request.post('/api/v1/session', { data: { login, password } })
  assert.equal(loggedIn.status(), 200)
  const { posts } = (await (await context.request.get('/api/v1/posts')).json()) as { posts: Listed[] }
  const post = posts.find(({ title }) => title.startsWith('Small releases')) ?? assert.fail('a demo post is missing')
  await page.goto(`/studio/posts/${post.id}`, { waitUntil: 'networkidle' })
  await page.getByRole('textbox').first().waitFor()
  // The preview is rendered by the server.
  await page.getByRole('heading', { name: 'What goes onto the card' }).waitFor()
  await save('studio.png')
} finally {
  await browser.close()
  await server.stop()
}

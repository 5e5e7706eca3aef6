import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { picture } from '../../server/test/support/posts/images.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { launchChromium } from '../../web/test/support/chromium.ts'
import { BROWSER_TYPES, type Consumer, createConsumer } from './support/consumer.ts'
import { codeOf } from './support/readme-examples.ts'

let consumer: Consumer
let server: TestServer
/** The origin of the page in the browser, which differs from the API's. */
const pages = createServer()
before(async () => {
  await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve))
  const env = { ALLOWED_ORIGINS: originOf(pages) }
  ;[consumer, server] = await Promise.all([createConsumer(), startTestServer({ env })])
  await consumer.write('cover.png', await picture(600, 400).png({ compressionLevel: 0 }).toBuffer())
})
after(async () => {
  pages.close()
  await server.close()
  await consumer.remove()
})

const originOf = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`

it('the example of the README for browsers runs in one', async () => {
  const { account, password } = await server.person()
  const example = await consumer.write('browser.ts', codeOf('In the browser', server.url))
  assert.equal(await consumer.check([example], { ...BROWSER_TYPES, noEmit: false, outDir: consumer.folder }), '')
  serve(pages, consumer)
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const agents: string[] = []
    page.on('request', request => agents.push(request.headers()['user-agent'] ?? ''))
    await page.goto(originOf(pages))
    const logIn = (secret: string) =>
      page.evaluate(
        ([login, secret]) => import('/browser.js' as string).then(example => example.logIn(login, secret)),
        [account.username, secret] as const,
      )
    assert.equal(await logIn('wrong password'), 'That is not your password.')
    assert.equal(await logIn(password), `Welcome, ${account.display_name}.`)

    const { url, values } = await page.evaluate<{ url: string; values: number[] }>(UPLOAD)
    assert.match(url, /\/media\/posts\/.+\.png$/)
    assert.ok(values.length > 0)
    assert.equal(values.at(-1), 1)
    const failures = await page.evaluate<unknown[]>(FAILING_UPLOADS.replace('BASE_URL', server.url))
    assert.deepEqual(failures, ['UNSUPPORTED_TYPE', 'enough', 'too much', 'ConnectionError'])
    // The browser's own user agent, without a preflight for a custom one.
    assert.ok(agents.every(agent => agent.startsWith('Mozilla/')))
  } finally {
    await browser.close()
  }
})

/** Serves a page with an import map, the files of the project, and the package. */
function serve(pages: Server, { folder, installed }: Consumer): void {
  const imports = JSON.stringify({ imports: { '@galley/client': '/lib/client.js' } })
  const page = `<link rel="icon" href="data:,"><script type="importmap">${imports}</script><progress></progress>`
  pages.on('request', async ({ url = '' }, response) => {
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
    response.end(url === '/' ? page : await readFile(join(url.startsWith('/lib/') ? installed : folder, url)))
  })
}

/** Runs in the page: uploads a file, and records the progress. */
const UPLOAD = `(async () => {
  const { upload } = await import('/browser.js')
  const file = new File([await (await fetch('/cover.png')).blob()], 'cover.png')
  const bar = document.querySelector('progress')
  const values = []
  const watched = { set value(value) { values.push(value); bar.value = value } }
  return { url: await upload(file, watched), values }
})()`

/**
 * Runs in the page: uploads a file that is not an image, aborts an upload, throws in its progress listener, and uploads to
 * a server that does not respond.
 */
const FAILING_UPLOADS = `(async () => {
  const { createClient } = await import('@galley/client')
  const { uploads } = createClient({ baseUrl: 'BASE_URL', credentials: 'include' })
  const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
  const controller = new AbortController()
  const onProgress = () => controller.abort(new Error('enough'))
  const throws = () => { throw new Error('too much') }
  return Promise.all([
    uploads.create(new Blob(['text']), { onProgress: () => {} }).catch(error => error.field('file').code),
    uploads.create(new Blob([new Uint8Array(9e6)]), { onProgress, signal: controller.signal }).catch(error => error.message),
    uploads.create(new Blob([new Uint8Array(9e6)]), { onProgress: throws }).catch(error => error.message),
    nowhere.uploads.create(new Blob(['x']), { onProgress: () => {} }).catch(error => error.name),
  ])
})()`

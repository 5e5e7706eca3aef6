import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { plain } from '../../../server/test/support/posts/images.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { upload } from '../../../server/test/support/posts/upload.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { hasNot, readPage } from '../support/pages.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
let browser: TestBrowser
before(async () => {
  server = await startWebServer()
  browser = await startBrowser(server.url)
})
after(async () => {
  await browser.close()
  await server.close()
})

it('our own images have smaller copies in articles and lists, and a phone loads one', async () => {
  const alice = await server.person({ username: 'alice' })
  const { url } = (await upload(alice.session, await plain('png', 1800, 900))).body
  const other = 'https://other.test/media/posts/x.png'
  const content = `![A](${url})\n\n![B](${other})\n\n\`<img src="${url}">\``
  const { slug } = await publish(alice.session, { content, thumbnail_url: url, cover_image_url: url })
  const article = await readPage(server.anyone, `/@alice/${slug}`)
  const found = [...article.matchAll(/<img srcset="([^"]*)" sizes="[^"]*" src="([^"]*)"/g)]
  assert.equal(found.length, 2, 'the cover and the picture in the text')
  for (const [, srcset = '', src] of found) {
    assert.equal(src, url)
    assert.deepEqual(
      srcset.split(', ').map(each => each.split(' ')[1]),
      ['480w', '960w', '1600w', '1800w'],
    )
  }
  hasNot(article, /srcset="[^"]*other\.test/)
  assert.match(await readPage(server.anyone, '/'), /class="thumbnail"[^>]*><img srcset="\/media\/variants\//)

  const phone = { viewport: { width: 390, height: 800 }, deviceScaleFactor: 1 }
  await browser.visit({ ...phone, expected: [/other\.test/] }, async page => {
    await page.goto(`/@alice/${slug}`)
    assert.match(await loadedFile(page.locator('.cover img')), /\/media\/variants\/.*-480\.webp$/)
  })
})

it('a picture with a written width loads the copy for that width, also on a large screen', async () => {
  const bob = await server.person({ username: 'bob' })
  const { url } = (await upload(bob.session, await plain('png', 1800, 900))).body
  const { slug } = await publish(bob.session, { content: `![Small](${url} =250x)\n\n![Large](${url})` })
  await browser.visit({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }, async page => {
    await page.goto(`/@bob/${slug}`)
    assert.match(await loadedFile(page.getByAltText('Small')), /-480\.webp$/)
    assert.match(await loadedFile(page.getByAltText('Large')), /-960\.webp$/)
  })
})

async function loadedFile(picture: Locator): Promise<string> {
  await picture.evaluate((image: { decode(): Promise<void> }) => image.decode())
  return picture.evaluate((image: { currentSrc: string }) => image.currentSrc)
}

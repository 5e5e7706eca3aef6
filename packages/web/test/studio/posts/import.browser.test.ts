import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { writeZip } from '@galley/importers/testing/write-zip'
import { wxrFile, wxrItem } from '@galley/importers/testing/wxr'
import type { JSHandle, Page } from 'playwright-core'
import { plain } from '../../../../server/test/support/posts/images.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../../../server/test/support/receiver.ts'
import { holdAnswers } from '../../support/hold-answers.ts'
import { VARIANTS } from '../../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'

const { promise: released, resolve: release } = Promise.withResolvers<void>()
const { promise: held, resolve: releaseHeld } = Promise.withResolvers<void>()
let studio: TestStudio
let oldSite: Receiver
before(async () => {
  oldSite = await startReceiver()
  const image = await plain('png', 50, 40)
  oldSite.behave((request, response) => {
    if (request.url === '/remote.png') response.end(image)
    else if (request.url === '/held') void held.then(() => response.end(image))
    else if (request.url === '/waits') void released.then(() => response.end(image))
    else response.writeHead(404).end()
  })
  // Long, so that only the tests decide when a slow image arrives.
  studio = await startStudio({ env: { ...RECEIVER_ENV, WEBHOOK_TIMEOUT: '100s' } })
})
after(async () => {
  release()
  releaseHeld()
  await studio?.close()
  await oldSite?.close()
})

const IMPORT = '/studio/import'

/** A zip as WordPress users make it: the XML file, and the folder of images. */
const archive = async () =>
  writeZip({
    'blog/export.xml': wxrFile([
      wxrItem({
        id: 1,
        title: 'Rain in June',
        name: 'rain',
        categories: ['Weather'],
        tags: ['water'],
        content: `<p>It <b>rained</b>.</p><img src="https://old.example/wp-content/uploads/own.png"><img src="${oldSite.url}/remote.png"><img src="${oldSite.url}/gone.png">`,
      }),
      wxrItem({ id: 2, title: 'Unfinished', status: 'draft', content: '<p>Not yet.</p>' }),
      wxrItem({ id: 3, title: 'Thrown away', status: 'trash' }),
    ]),
    'blog/wp-content/uploads/own.png': await plain('png', 20, 30),
  })

async function read(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Export file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await press(page, 'Read the file')
}

describe('importing in the studio', { concurrency: 2 }, () => {
  it('shows what was found, takes over posts with images and a mapped category, and changes nothing the second time', async () => {
    const person = await studio.server.person({ plan: 'free' })
    const zip = await archive()
    const work = async (page: Page) => {
      await read(page, 'blog.zip', zip)
      await waitForText(page, 'Nothing has been sent yet.')
      assert.equal((await person.session.get('/api/v1/posts')).body.total, 0)
      assert.match(await page.locator('.import-counts').innerText(), /2\s+will be imported\s+1\s+left out/)
      await page.getByLabel('Weather').selectOption('science')
      await press(page, 'Import 2 posts')
      await waitForText(page, 'The import is finished.')
      const row = page.getByRole('row', { name: /Rain in June/ })
      assert.match(await row.innerText(), /imported[\s\S]*gone\.png is missing/)

      const { posts } = (await person.session.get('/api/v1/posts')).body
      const rain = posts.find(({ title }: { title: string }) => title === 'Rain in June')
      assert.deepEqual(
        [rain.slug, rain.status, rain.category, rain.tags, rain.published_at.slice(0, 10)],
        ['rain', 'published', 'science', ['water'], '2015-06-01'],
      )
      const { content } = (await person.session.get(`/api/v1/posts/${rain.id}`)).body
      assert.match(content, /It \*\*rained\*\*/)
      assert.equal(content.split('/media/posts/').length, 3, content)
      assert.ok(content.includes(`${oldSite.url}/gone.png`))
      assert.equal(posts.find(({ title }: { title: string }) => title === 'Unfinished').status, 'draft')
      const download = page.waitForEvent('download')
      await press(page, 'Download the report')
      assert.equal((await download).suggestedFilename(), 'import-report.json')

      await press(page, 'Import another file')
      await read(page, 'blog.zip', zip)
      await page.locator('.import-counts').getByText('imported before').waitFor()
      assert.ok(await page.getByRole('button', { name: 'Import 0 posts' }).isDisabled())
    }
    // The image that is gone.
    await studio.visit(person, IMPORT, work, { expected: [/400 \(Bad Request\).*uploads\/fetch/] })
  })

  it('asks before the page is left while it runs, and goes on with the rest the next time', async () => {
    const person = await studio.server.person()
    const item = (id: number, image: string) =>
      wxrItem({ id, title: `Post ${id}`, content: `<p>Text.</p><img src="${oldSite.url}/${image}">` })
    const xml = Buffer.from(wxrFile([item(1, 'remote.png'), item(2, 'waits'), item(3, 'remote.png')]))
    await studio.visit(person, IMPORT, async page => {
      await read(page, 'blog.xml', xml)
      await press(page, 'Import 3 posts')
      await waitForText(page, 'Importing: 1 of 3 posts')
      await page.getByRole('navigation').getByRole('link', { name: 'Images' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await press(page, 'Stop')
      await waitForText(page, 'The import has stopped')
      assert.equal((await person.session.get('/api/v1/posts')).body.total, 1)
      release()
      await press(page, 'Import another file')
      await read(page, 'blog.xml', xml)
      await press(page, 'Import 2 posts')
      await waitForText(page, 'The import is finished.')
      assert.equal((await person.session.get('/api/v1/posts')).body.total, 3)
    })
  })

  it('shows a long report in pages, and only the posts with problems on request', async () => {
    const person = await studio.server.person()
    const items = Array.from({ length: 120 }, (_, i) =>
      wxrItem({
        id: i + 1,
        title: `Post ${i + 1}`,
        content: i % 60 === 59 ? '<p>[gallery]</p><video></video>' : '<p>Text.</p>',
      }),
    )
    await studio.visit(person, IMPORT, async page => {
      await read(page, 'blog.xml', Buffer.from(wxrFile(items)))
      await waitForText(page, 'Nothing has been sent yet.')
      const titles = page.getByRole('rowheader')
      assert.deepEqual([await titles.count(), await titles.first().innerText()], [50, 'Post 1'])
      await press(page, 'Next')
      await press(page, 'Next')
      await waitForText(page, '101–120 of 120')
      assert.deepEqual([await titles.count(), await titles.first().innerText()], [20, 'Post 101'])
      await page.getByLabel('Only the 2 posts with problems').check()
      assert.deepEqual(await titles.allInnerTexts(), ['Post 60', 'Post 120'])
    })
  })

  it('explains a file that cannot be read, and a missing one', async () => {
    const person = await studio.server.person()
    await studio.visit(person, IMPORT, async page => {
      await press(page, 'Read the file')
      await waitForText(page, 'Choose a file.')
      await page.locator('input[type=file]:focus').waitFor()
      await read(page, 'notes.xml', Buffer.from('<html>no export</html>'))
      await page.getByRole('alert').getByText('This is not an export of WordPress or note').waitFor()
      await page.getByLabel('Service').selectOption('medium')
      await read(page, 'broken.zip', Buffer.from('PK\x03\x04 broken'))
      await page.getByRole('alert').getByText('The zip file is damaged or incomplete.').waitFor()
      await read(page, 'page.zip', Buffer.from('<html>Log in first</html>'))
      await page.getByRole('alert').getByText('This is not a zip file, although its name').waitFor()
    })
  })

  it('takes Markdown files that are dropped on the list of posts, with their values and images, as drafts', async () => {
    const person = await studio.server.person()
    const files = {
      'a.md':
        '---\ntitle: 3.10\ntags: [3.10, 007]\ncategory: books\nstatus: published\n---\n\n![x](b.png) ![y](gone.png)',
      'b.md': '# Only a heading\n\nText.',
      'c.md': '---\ntitle: [broken\n---\n',
      'b.png': (await plain('png', 20, 30)).toString('base64'),
    }
    await studio.visit(person, '/studio', async page => {
      await press(page, 'Skip')
      for (const round of [1, 2]) {
        await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
        const dataTransfer = await page.evaluateHandle<JSHandle>(`(() => {
          const transfer = new DataTransfer()
          for (const [name, text] of Object.entries(${JSON.stringify(files)})) {
            const content = name.endsWith('.png') ? Uint8Array.from(atob(text), each => each.charCodeAt(0)) : text
            transfer.items.add(new File([content], name))
          }
          return transfer
        })()`)
        await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer })
        const input = page.getByLabel('Export file')
        await input.waitFor()
        assert.equal(await page.evaluate("document.querySelector('input[type=file]').files.length"), 4)
        assert.ok(await page.getByLabel('Import everything as drafts').isChecked())
        await press(page, 'Read the file')
        await waitForText(page, 'Nothing has been sent yet.')
        if (round === 1) {
          await press(page, 'Import 2 posts')
          await waitForText(page, 'The import is finished.')
          assert.match(await page.getByRole('row', { name: /c\.md/ }).innerText(), /front matter cannot be read/)
          await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
        } else assert.match(await page.locator('.import-counts').innerText(), /2\s+imported before/)
      }
      const { posts, total } = (await person.session.get('/api/v1/posts')).body
      assert.equal(total, 2)
      const matter = posts.find(({ title }: { title: string }) => title === '3.10')
      assert.deepEqual([matter.tags, matter.category, matter.status], [['3.10', '007'], 'books', 'draft'])
      const { content } = (await person.session.get(`/api/v1/posts/${matter.id}`)).body
      assert.match(content, /^!\[x\]\(http.*\/media\/posts\/.*\) !\[y\]\(gone\.png\)$/)
    })
  })

  it('refuses files of the same name, and takes a file that was mended and chosen again', async () => {
    const person = await studio.server.person()
    const file = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) })
    await studio.visit(person, `${IMPORT}?kind=markdown`, async page => {
      const input = page.getByLabel('Export file')
      await input.setInputFiles([file('index.md', 'a'), file('index.md', 'b')])
      await press(page, 'Read the file')
      await page.getByRole('alert').getByText('Two of the files have the same name').waitFor()
      const chooser = page.waitForEvent('filechooser')
      await input.click()
      await (await chooser).setFiles(file('index.md', '---\ntitle: Mended\n---\nText'))
      await press(page, 'Read the file')
      await page.getByRole('row', { name: /Mended/ }).waitFor()
      await press(page, 'Choose another file')
      assert.equal(await page.getByLabel('Service').inputValue(), 'markdown')
    })
  })

  it('keeps the choices and says so if its code cannot be loaded or the export is refused', async () => {
    const person = await studio.server.person()
    const use = async (page: Page) => {
      await page.getByLabel('Old address (optional)').fill('old.example')
      await page.getByLabel('Pages too').check()
      await page.route(/import-export/, route => route.abort())
      await read(page, 'blog.xml', Buffer.from('<html>no export</html>'))
      await page.getByRole('alert').getByText('The part of the studio that reads files').waitFor()
      await page.unroute(/import-export/)
      await page.reload()
      await page.getByLabel('Old address (optional)').fill('old.example')
      await page.getByLabel('Pages too').check()
      await read(page, 'blog.xml', Buffer.from('<html>no export</html>'))
      await page.getByRole('alert').getByText('This is not an export of WordPress or note').waitFor()
      assert.equal(await page.getByLabel('Old address (optional)').inputValue(), 'old.example')
      assert.ok(await page.getByLabel('Pages too').isChecked())
    }
    await studio.visit(person, IMPORT, use, { expected: [/ERR_FAILED|Failed to fetch/] })
  })

  it('keeps the choices when reading the export is stopped', async () => {
    const person = await studio.server.person()
    await studio.visit(person, IMPORT, async page => {
      await page.getByLabel('Old address (optional)').fill('old.example')
      await page.getByLabel('Pages too').check()
      const held = await holdAnswers(page, /import-export/)
      await read(page, 'blog.xml', Buffer.from(wxrFile([wxrItem({ id: 1, title: 'Chosen' })])))
      await held.asked
      await press(page, 'Stop')
      held.release()
      await page.getByLabel('Pages too').waitFor()
      assert.equal(await page.getByLabel('Old address (optional)').inputValue(), 'old.example')
      assert.ok(await page.getByLabel('Pages too').isChecked())
      await press(page, 'Read the file')
      await waitForText(page, 'Nothing has been sent yet.')
    })
  })

  it('goes on after the page was loaded again in the middle, without a second post or image', async () => {
    const person = await studio.server.person()
    const png = (await plain('png', 21, 31)).toString('base64')
    const item = (id: number, image: string) =>
      wxrItem({
        id,
        title: `Post ${id}`,
        name: `again-${id}`,
        content: `<p>Text.</p><img src="data:image/png;base64,${png}"><img src="${image}">`,
      })
    const xml = Buffer.from(
      wxrFile([1, 2, 3].map(id => item(id, `${oldSite.url}/${id === 2 ? 'held' : 'remote.png'}`))),
    )
    const work = async (page: Page) => {
      page.on('dialog', dialog => void dialog.accept())
      await read(page, 'blog.xml', xml)
      await press(page, 'Import 3 posts')
      await waitForText(page, 'Importing: 1 of 3 posts')
      await page.reload()
      await waitForText(page, 'The import of blog.xml was interrupted after 1 of 3 posts.')
      releaseHeld()
      await read(page, 'blog.xml', xml)
      await press(page, 'Import 2 posts')
      await waitForText(page, 'The import is finished.')
      const { posts } = (await person.session.get('/api/v1/posts')).body
      assert.deepEqual(posts.map(({ title }: { title: string }) => title).sort(), ['Post 1', 'Post 2', 'Post 3'])
      const { uploads } = (await person.session.get('/api/v1/uploads?limit=100')).body
      const own = uploads.filter(({ width }: { width: number }) => width === 21)
      assert.equal(own.length, 1, JSON.stringify(uploads))
      await press(page, 'Import another file')
      assert.equal(await page.getByText('was interrupted').count(), 0)
    }
    await studio.visit(person, IMPORT, work, { expected: [/Failed to fetch|aborted/] })
  })

  it('fits on a phone and on a desktop, in both languages', async () => {
    const person = await studio.server.person()
    const zip = await archive()
    for (const variant of VARIANTS) {
      const visit = async (page: Page) => {
        await assertVariant(page, variant)
        const file = { name: 'blog.zip', mimeType: 'application/zip', buffer: zip }
        await page.locator('input[type=file]').setInputFiles(file)
        await page.locator('form.import-form [type=submit]').click()
        await page.locator('.import-counts').waitFor()
        await assertVariant(page, variant)
      }
      await studio.visit(person, IMPORT, visit, { locale: variant.locale })
    }
  })
})

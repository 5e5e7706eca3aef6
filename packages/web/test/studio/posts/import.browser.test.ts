import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { writeZip } from '@galley/importers/testing/write-zip'
import { wxrFile, wxrItem } from '@galley/importers/testing/wxr'
import type { Page } from 'playwright-core'
import { plain } from '../../../../server/test/support/posts/images.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../../../server/test/support/receiver.ts'
import { VARIANTS } from '../../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../../support/studio.ts'
import { press, waitForText } from '../../support/studio-page.ts'

const { promise: released, resolve: release } = Promise.withResolvers<void>()
let studio: TestStudio
let oldSite: Receiver
before(async () => {
  oldSite = await startReceiver()
  const image = await plain('png', 50, 40)
  oldSite.behave((request, response) => {
    if (request.url === '/remote.png') response.end(image)
    else if (request.url === '/waits') void released.then(() => response.end(image))
    else response.writeHead(404).end()
  })
  // Long, so that only the tests decide when a slow image arrives.
  studio = await startStudio({ env: { ...RECEIVER_ENV, WEBHOOK_TIMEOUT: '100s' } })
})
after(async () => {
  release()
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
      await waitForText(page, /imported before/)
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

  it('of Markdown files reports the result of each, and creates no post twice', async () => {
    const person = await studio.server.person()
    const files = [
      {
        name: 'a.md',
        text: '---\ntitle: From a file\ntags: [one, two]\ncategory: books\nstatus: published\n---\n\nText.',
      },
      { name: 'b.md', text: '# Only a heading\n\nText.' },
      { name: 'c.md', text: '---\ntitle: [broken\n---\n' },
      { name: 'd.png', text: '' },
    ].map(({ name, text }) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) }))
    await studio.visit(person, '/studio', async page => {
      await press(page, 'Skip')
      for (const round of [1, 2]) {
        await page.getByRole('button', { name: round === 1 ? 'Choose files' : 'Import Markdown' }).click()
        await page.getByRole('dialog').getByLabel('Choose files').setInputFiles(files)
        await waitForText(page, /a\.md/)
        await page.getByText('This is not a Markdown file').waitFor()
        const outcomes = (await page.locator('.import-files').innerText()).replace(/\n/g, ' ')
        assert.match(outcomes, /a\.md Saved as a draft, though/)
        assert.match(outcomes, /c\.md Not imported: The front matter is not valid YAML/)
        await press(page, 'Done')
      }
      const { posts, total } = (await person.session.get('/api/v1/posts')).body
      assert.equal(total, 2)
      const [heading, matter] = posts
      assert.deepEqual(
        [matter.title, matter.tags, matter.category, matter.status],
        ['From a file', ['one', 'two'], 'books', 'draft'],
      )
      assert.equal(heading.title, 'Only a heading')
    })
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

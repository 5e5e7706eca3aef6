import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { plain } from '../../../../server/test/support/posts/images.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import { ownSalon } from '../../../../server/test/support/posts/public.ts'
import { createTestDatabase, type TestDatabase } from '../../../../server/test/support/test-database.ts'
import type { Person, TestServer } from '../../../../server/test/support/test-server.ts'
import { assertAccessible } from '../../support/accessibility.ts'
import { startBrowser, type TestBrowser, type VisitOptions } from '../../support/browser.ts'
import { assertFits } from '../../support/layout.ts'
import { logInAs } from '../../support/log-in-as.ts'
import { startWebServer } from '../../support/web-server.ts'
import {
  idOf,
  NO_RESPONSE,
  pasteImage,
  press,
  REFUSED,
  shownText,
  stateIs,
  storedCopies,
  textOf,
  titleOf,
  waitForText,
} from '../../support/writing-page.ts'

let database: TestDatabase
let server: TestServer
let browser: TestBrowser
before(async () => {
  database = await createTestDatabase()
  server = await startWebServer({ database })
  browser = await startBrowser(server.url)
})
after(async () => {
  await browser?.close()
  await server?.close()
  await database?.drop()
})

const visit = (person: Person, path: string, use: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
  browser.visit(options, async page => {
    await logInAs(page, person, server.url)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await use(page)
  })

const read = async (person: Person, id: string) => readPost(person.session, id)

/** Stops the server and starts it again with the same database and address. */
async function startAgain(): Promise<void> {
  const { port } = new URL(server.url)
  server = await startWebServer({ database, env: { PORT: port, PUBLIC_URL: server.url } })
}

// Concurrent, because the tests mostly wait for the autosave.
describe('writing', { concurrency: 4 }, () => {
  describe('a post', () => {
    it('is written, illustrated, saved automatically, scheduled, unscheduled, published and read, with the keyboard only', async () => {
      const person = await server.person({ plan: 'pro_plus' })
      await browser.visit({}, async page => {
        await page.goto('/studio')
        await page.locator('#login').focus()
        await page.keyboard.type(person.account.username)
        await page.keyboard.press('Tab')
        await page.keyboard.type(person.password)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Posts' }).waitFor()
        await page.keyboard.press('n')
        await page.locator('textarea:focus').waitFor()
        await page.keyboard.type('Morning at the harbour')
        await page.keyboard.press('Enter')
        await page.keyboard.type('The boats come in **early**.\n\n- mackerel\n')
        await page.keyboard.type('squid')
        const id = await idOf(page)
        await stateIs(page, 'Saved')
        await eventually(async () => {
          const post = await read(person, id)
          assert.equal(
            post.content,
            'The boats come in **early**.\n\n- mackerel\n- squid',
            'the list went on by itself',
          )
          assert.equal(post.title, 'Morning at the harbour')
        })
        assert.match((await read(person, id)).slug, /^morning-at-the-harbour-/)

        await pasteImage(page, await plain('png'))
        await eventually(async () =>
          assert.match((await read(person, id)).content, /- squid\n\n!\[boats\]\(http[^)]+\.png\)$/),
        )
        await page.locator('.preview img').waitFor()

        await page.reload()
        await textOf(page).getByText('squid').waitFor()
        assert.equal(await titleOf(page).inputValue(), 'Morning at the harbour')

        await page.keyboard.press('Control+Enter')
        const sheet = page.getByRole('dialog', { name: 'Publish' })
        await sheet.getByLabel('Now').focus()
        await page.keyboard.press('ArrowRight')
        await sheet.getByText(/In your time zone: .+ \(.+\)/).waitFor()
        await page.keyboard.press('Enter')
        await waitForText(page, /It will be published on/)
        const scheduled = await read(person, id)
        assert.equal(scheduled.status, 'scheduled')
        assert.ok(Date.parse(scheduled.scheduled_for!) > Date.now())

        await page.keyboard.press('Control+Enter')
        await page.getByRole('button', { name: 'Cancel the schedule' }).focus()
        await page.keyboard.press('Enter')
        await waitForText(page, 'The schedule is cancelled')
        assert.equal((await read(person, id)).status, 'draft')

        await page.keyboard.press('Control+Enter')
        await page.getByRole('dialog').getByText('Everybody can read it').waitFor()
        await page.getByRole('button', { name: 'Publish now' }).focus()
        await page.keyboard.press('Enter')
        await waitForText(page, 'It is published.')
        const { slug } = await read(person, id)
        await browser.visit({}, async readerPage => {
          await readerPage.goto(`/@${person.account.username}/${encodeURIComponent(slug)}`)
          await readerPage.getByRole('heading', { name: 'Morning at the harbour' }).waitFor()
          await readerPage.getByText('The boats come in').waitFor()
        })
      })
    })
  })

  describe('two tabs', () => {
    it('that change the same text cause a conflict, and either choice keeps the other text', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Two tabs', content: 'The first line.' })
      const work = async (page: Page) => {
        const other = await page.context().newPage()
        await other.goto(`/studio/posts/${id}`)
        for (const [tab, words] of [
          [page, ' From one.'],
          [other, ' From the other.'],
        ] as const) {
          await textOf(tab).click()
          await tab.keyboard.press('Control+End')
          await tab.keyboard.type(words)
          await stateIs(tab, tab === page ? 'Saved at' : 'Changed elsewhere')
        }
        await press(other, 'Compare')
        const comparison = await other.getByRole('dialog', { name: 'Two versions' }).innerText()
        assert.match(comparison, /From one\./)
        assert.match(comparison, /From the other\./)
        await other.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
        await stateIs(other, 'Saved at')
        assert.equal((await read(person, id)).content, 'The first line. From the other.')

        await page.keyboard.type(' And more.')
        await waitForText(page, 'This post was changed elsewhere')
        await press(page, 'Take the other')
        await textOf(page).getByText('The first line. From the other.').waitFor()
        await page.keyboard.press('Control+.')
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Save as a file' }).first().click()
        const file = await (await download).createReadStream()
        const downloaded = (await file.toArray()).join('')
        assert.match(downloaded, /The first line\. From one\. And more\./)
      }
      await visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })

    it('that change different fields are merged without a conflict', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Together', content: 'Text.' })
      const work = async (page: Page) => {
        await person.session.patch(`/api/v1/posts/${id}`, { subtitle: 'From elsewhere', tags: ['new'] })
        await textOf(page).click()
        await page.keyboard.type(' More.')
        await waitForText(page, 'Changes from elsewhere were merged')
        await eventually(async () => {
          const { content, subtitle } = await read(person, id)
          assert.deepEqual([content, subtitle], ['Text. More.', 'From elsewhere'])
        })
      }
      await visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })
  })

  describe('a published post', () => {
    it('changes for its readers only when the author updates it', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Public', content: 'As it was.', status: 'published' })
      await visit(person, `/studio/posts/${id}`, async page => {
        await textOf(page).click()
        await page.keyboard.type(' Half a sen')
        await stateIs(page, 'Readers do not see your changes yet')
        await eventually(async () => assert.match(await storedCopies(page), /Half a sen/))
        await page.reload()
        await waitForText(page, 'Your text was restored')
        assert.match(await shownText(page), /As it was\. Half a sen/)
        assert.equal((await read(person, id)).content, 'As it was.')
        await page.keyboard.press('Control+s')
        await waitForText(page, 'Readers now see your changes.')
        assert.equal((await read(person, id)).content, 'As it was. Half a sen')
      })
    })
  })

  describe('a post that is deleted elsewhere', () => {
    it('keeps its text on this device, also when it is reopened, and can be saved as a new post', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Deleted', content: 'As it was.' })
      const work = async (page: Page) => {
        await textOf(page).click()
        await page.keyboard.press('Control+End')
        await person.session.delete(`/api/v1/posts/${id}`)
        await page.keyboard.type(' Not sent.')
        await waitForText(page, 'This post has been deleted elsewhere')
        await eventually(async () => assert.match(await storedCopies(page), /Not sent/))

        await page.reload()
        await waitForText(page, 'This post has been deleted elsewhere')
        assert.equal(await shownText(page), 'As it was. Not sent.')
        assert.equal((await person.session.get('/api/v1/posts')).body.total, 0, 'nothing is sent by itself')
        await press(page, 'Save it as a new post')
        await stateIs(page, 'Saved at')
        await page.waitForURL(url => !url.pathname.endsWith(id))
        const { title, content } = await read(person, await idOf(page))
        assert.deepEqual([title, content], ['Deleted', 'As it was. Not sent.'])
        await eventually(async () => assert.equal(await storedCopies(page), '[]'))
      }
      await visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })
  })

  describe('an archived post', () => {
    it('can become a draft again on its own page', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Put away' })
      await person.session.patch(`/api/v1/posts/${id}`, { status: 'archived' })
      await visit(person, `/studio/posts/${id}`, async page => {
        await page.keyboard.press('Control+Enter')
        await press(page, 'Back to the drafts')
        await waitForText(page, 'It is a draft again.')
        assert.equal((await read(person, id)).status, 'draft')
      })
    })
  })

  describe('the cover image', () => {
    it('is the thumbnail or a separate file, and is shown in the preview', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Covered' })
      await visit(person, `/studio/posts/${id}`, async page => {
        const file = { name: 'a.png', mimeType: 'image/png', buffer: await plain('png') }
        const cover = page.locator('img.preview-cover')
        await page.keyboard.press('Control+.')
        await page.getByLabel('Thumbnail').setInputFiles(file)
        await press(page, 'Use the thumbnail')
        await cover.waitFor()
        await eventually(async () => {
          const { thumbnail_url, cover_image_url } = await read(person, id)
          assert.ok(thumbnail_url)
          assert.equal(cover_image_url, thumbnail_url)
        })
        const thumbnail = await cover.getAttribute('src')
        await page.getByLabel('File for the cover').setInputFiles({ ...file, buffer: await plain('png', 20, 10) })
        await eventually(async () => {
          const { cover_image_url } = await read(person, id)
          assert.notEqual(cover_image_url, thumbnail)
          assert.equal(await cover.getAttribute('src'), cover_image_url)
        })
      })
    })
  })

  describe('a salon', () => {
    it('can be chosen for a post, and the publish sheet says who will read it', async () => {
      const person = await server.person()
      const salon = await ownSalon(server, person)
      const { id } = await createPost(person.session, { title: 'Among us', content: 'Text.' })
      await visit(person, `/studio/posts/${id}`, async page => {
        await page.keyboard.press('Control+.')
        const only = page.getByRole('switch', { name: /members/ })
        await page.getByLabel('Salon', { exact: true }).selectOption('Writers')
        await only.check()
        await eventually(async () => {
          const { salon_id, salon_only } = await read(person, id)
          assert.deepEqual([salon_id, salon_only], [salon, true])
        })
        await page.keyboard.press('Control+Enter')
        await waitForText(page, 'Only members of Writers can read it. It never becomes public.')
        await page.keyboard.press('Escape')
        await page.getByLabel('Salon', { exact: true }).selectOption({ index: 0 })
        await eventually(async () => assert.equal((await read(person, id)).salon_only, false))
        assert.ok(await only.isDisabled())
      })
    })
  })

  describe('a session that ends while the author writes', () => {
    it('keeps the page and its text, and continues after logging in', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Logged out', content: 'Before.' })
      const work = async (page: Page) => {
        await page.context().clearCookies()
        await textOf(page).click()
        await page.keyboard.press('Control+End')
        await page.keyboard.type(' And after.')
        await waitForText(page, 'You are logged out')
        await stateIs(page, 'Kept on this device; log in to save')
        assert.equal(await shownText(page), 'Before. And after.')
        await eventually(async () => assert.match(await storedCopies(page), /And after/))
        await page.getByRole('link', { name: 'Log in' }).click()
        await page.locator('#login').fill(person.account.username)
        await page.locator('#password').fill(person.password)
        await page.keyboard.press('Enter')
        await waitForText(page, 'Your text was restored')
        await stateIs(page, 'Saved at')
        assert.equal((await read(person, id)).content, 'Before. And after.')
      }
      await visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })
  })

  describe('a page that throws', () => {
    it('offers its text as a file, and restores it after a reload', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Broken', content: 'As it was.', status: 'published' })
      const work = async (page: Page) => {
        // A response that violates the contract.
        await page.route('**/api/v1/webhooks', route => route.fulfill({ json: { webhooks: null } }))
        await textOf(page).click()
        await page.keyboard.type(' Not sent.')
        await page.keyboard.press('Control+Enter')
        await waitForText(page, 'Something went wrong on this page')
        await page.getByRole('button', { name: 'Save the text as a file' }).waitFor()
        await press(page, 'Reload the page')
        await textOf(page).getByText('As it was. Not sent.').waitFor()
      }
      await visit(person, `/studio/posts/${id}`, work, { expected: [/TypeError/] })
    })
  })

  describe('a validation error of the server', () => {
    it('is shown at its field, and moves the focus there', async () => {
      const person = await server.person()
      const { id } = await createPost(person.session, { title: 'Faults', content: 'x'.repeat(501) })
      const work = async (page: Page) => {
        await page.keyboard.press('Control+.')
        await page.getByLabel('Cover image').fill('ftp://example.com/a.png')
        await page.getByRole('button', { name: 'Show what is wrong' }).click()
        const cover = page.getByLabel('Cover image')
        await page.locator('[aria-invalid=true]:focus').waitFor()
        assert.equal(await cover.getAttribute('aria-invalid'), 'true')
        await cover.fill('')
        await stateIs(page, /^Saved/)
        await page.getByLabel('Type').selectOption('Short')
        await page.getByText('501/500').waitFor()
        await page.locator('.text-foot .field-error').waitFor()
      }
      await visit(person, `/studio/posts/${id}`, work, { expected: REFUSED })
    })

    it('is an explanation if the plan is missing', async () => {
      const person = await server.person({ plan: 'free' })
      await visit(person, '/studio/posts/new', async page => {
        await page.keyboard.press('Control+.')
        await waitForText(page, 'Selling posts needs the Pro+ plan.')
        assert.ok(await page.getByLabel('Paid').isDisabled())
        await page.keyboard.press('Control+Enter')
        await waitForText(page, 'Part of the Premium plan; none is called.')
      })
    })
  })

  describe('an input method', () => {
    it('keeps its Enter key, and is not interrupted by saving', async () => {
      const person = await server.person()
      await visit(person, '/studio/posts/new', async page => {
        const ime = await page.context().newCDPSession(page)
        const compose = (text: string) =>
          ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
        const enterOfTheIme = () =>
          ime.send('Input.dispatchKeyEvent', {
            type: 'rawKeyDown',
            key: 'Enter',
            code: 'Enter',
            windowsVirtualKeyCode: 229,
          })
        await titleOf(page).focus()
        await compose('みなと')
        await enterOfTheIme()
        await ime.send('Input.insertText', { text: '港' })
        assert.equal(await titleOf(page).inputValue(), '港')
        await page.keyboard.press('Enter')
        await page.keyboard.type('- ')
        await compose('ふね')
        const id = await idOf(page)
        await stateIs(page, 'Saved at')
        await enterOfTheIme()
        await ime.send('Input.insertText', { text: '船' })
        await page.keyboard.press('Enter')
        await compose('なみ')
        await ime.send('Input.insertText', { text: '波' })
        await eventually(async () => assert.equal((await read(person, id)).content, '- 船\n- 波'))

        await page.keyboard.press('Control+.')
        await page.getByLabel('Tags').focus()
        await compose('うみ')
        await enterOfTheIme()
        await ime.send('Input.insertText', { text: '海' })
        assert.equal(await page.locator('.tag-chip').count(), 0)
        await page.keyboard.press('Enter')
        await page.keyboard.type('旅、')
        await eventually(async () => assert.deepEqual((await read(person, id)).tags, ['海', '旅']))
      })
    })
  })

  describe('the list of posts', () => {
    it('has its filters in the address, and asks before its actions', async () => {
      const person = await server.person()
      await createPost(person.session, { title: 'A draft' })
      await createPost(person.session, { title: 'A short', post_type: 'short', status: 'published' })
      await visit(person, '/studio?status=published', async page => {
        await page.getByRole('link', { name: 'A short' }).waitFor()
        assert.equal(await page.getByRole('link', { name: 'A draft' }).count(), 0)
        await page.getByLabel('Type').selectOption('Article')
        await waitForText(page, 'No posts match.')
        assert.equal(new URL(page.url()).search, '?status=published&type=article')
        await page.goBack()
        await press(page, 'Actions for “A short”')
        await page.getByRole('menuitem', { name: 'Unpublish' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
        await waitForText(page, '“A short” is a draft again.')
        await page.getByRole('link', { name: 'Drafts 2' }).waitFor()
      })
    })

    it('imports Markdown files, reports the result of each, and creates no post twice', async () => {
      const person = await server.person()
      const files = [
        {
          name: 'a.md',
          text: '---\ntitle: From a file\ntags: [one, two]\ncategory: books\nstatus: published\n---\n\nText.',
        },
        { name: 'b.md', text: '# Only a heading\n\nText.' },
        { name: 'c.md', text: '---\ntitle: [broken\n---\n' },
        { name: 'd.png', text: '' },
      ].map(({ name, text }) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) }))
      await visit(person, '/studio', async page => {
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
  })

  describe('every state of the editor', () => {
    for (const [width, colorScheme, locale] of [
      [1280, 'light', 'en-US'],
      [390, 'dark', 'ja-JP'],
    ] as const) {
      it(`is accessible at ${width} px, ${colorScheme}, ${locale}`, async () => {
        const person = await server.person()
        const { id } = await createPost(person.session, {
          title: '港の朝 A morning',
          content: '## 見出し\n\n本文 text',
        })
        const work = async (page: Page) => {
          const check = async () => {
            await assertAccessible(page)
            await assertFits(page)
          }
          await page.locator('.post-row').waitFor()
          await check()
          await page.goto(`/studio/posts/${id}`)
          await page.locator('.cm-content').waitFor()
          for (const keys of ['Control+.', 'Control+Enter', 'Control+k']) {
            await page.keyboard.press(keys)
            await check()
            await page.keyboard.press('Escape')
          }
          await page.keyboard.press('Control+e')
          await page.locator('.preview .prose h2').waitFor()
          await check()
        }
        await visit(person, '/studio', work, { viewport: { width, height: 800 }, colorScheme, locale })
      })
    }
  })
})

describe('without a server', () => {
  it('texts can be written, are shown as stored on this device, and are sent when the server is back', async () => {
    const person = await server.person()
    const { id } = await createPost(person.session, { title: 'Storm', content: 'Before.' })
    const work = async (page: Page) => {
      await textOf(page).click()
      await page.keyboard.press('Control+End')
      await server.close()
      await page.keyboard.type(' While it was gone.')
      await waitForText(page, 'The server does not answer')
      await stateIs(page, 'Kept on this device')
      await startAgain()
      await stateIs(page, 'Saved at')
      assert.equal((await read(person, id)).content, 'Before. While it was gone.')
    }
    await visit(person, `/studio/posts/${id}`, work, { expected: NO_RESPONSE })
  })

  it('a create request whose response was lost makes no second post, even after a log-out', async () => {
    const person = await server.person()
    const work = async (page: Page) => {
      const cookies = await page.context().cookies()
      let tries = 0
      await page.route('**/by-external-id/**', async route => {
        if (++tries > 1) return route.continue()
        // The request arrives, its response is lost, and then the author is logged out.
        await route.fetch()
        await page.context().clearCookies()
        return route.abort('connectionreset')
      })
      await page.keyboard.type('Once')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Written before')
      await waitForText(page, 'You are logged out')
      await page.keyboard.type(' and after.')
      await page.context().addCookies(cookies)
      await page.keyboard.press('Control+s')
      await idOf(page)
      await stateIs(page, 'Saved at')
      const { posts, total } = (await person.session.get('/api/v1/posts')).body
      assert.equal(total, 1)
      assert.equal((await read(person, posts[0].id)).content, 'Written before and after.')
    }
    await visit(person, '/studio/posts/new', work, { expected: [...NO_RESPONSE, ...REFUSED] })
  })

  it('a text that was never sent is restored after the tab was closed, and becomes one post', async () => {
    const person = await server.person()
    const work = async (page: Page) => {
      await titleOf(page).fill('Never sent')
      await page.context().setOffline(true)
      await waitForText(page, 'This device has no network')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Every word of it.')
      await stateIs(page, 'Kept on this device')
      await eventually(async () => assert.match(await storedCopies(page), /Every word of it\./))
      const context = page.context()
      await page.close()
      await context.setOffline(false)
      const next = await context.newPage()
      await next.goto('/studio')
      await waitForText(next, 'A text on this device has not reached the server')
      await next.getByRole('link', { name: 'Never sent' }).click()
      await waitForText(next, 'Your text was restored')
      const id = await idOf(next)
      await stateIs(next, 'Saved at')
      assert.equal((await read(person, id)).content, 'Every word of it.')
      assert.equal((await person.session.get('/api/v1/posts')).body.total, 1)
    }
    await visit(person, '/studio/posts/new', work, { expected: NO_RESPONSE })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/test/support/eventually.ts'
import { plain } from '../../../../server/test/support/posts/images.ts'
import { createPost, readPost } from '../../../../server/test/support/posts/posts.ts'
import { upload } from '../../../../server/test/support/posts/upload.ts'
import type { Person } from '../../../../server/test/support/test-server.ts'
import { startStudio, type TestStudio } from '../../support/studio.ts'
import { type } from '../../support/studio-page.ts'
import { textOf } from '../../support/writing-page.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.close())

const section = (n: number, image: string) => `## Part ${n}

![Two colours](${image} "Caption ${n}")

Paragraph ${n}[^${n}]. ${'The eye moves along the line. '.repeat(6)}

- item ${n}
- and another

\`\`\`html
<!-- paywall -->
<p>code ${n}</p>
\`\`\`

<div>html ${n}</div>

> [!NOTE]
> alert ${n}

> quote ${n}

| a | b |
|---|---|
| cell ${n} | x |

<!-- a comment -->

[^${n}]: Note ${n}.

[link ${n}]: https://example.com/${n}
`

const articleWith = (image: string) => Array.from({ length: 40 }, (_, at) => section(at + 1, image)).join('\n')

async function createArticle({ session }: Person): Promise<string> {
  const image = (await upload(session, await plain('png', 40, 20), 'picture.png')).body.url
  return (await createPost(session, { title: 'Long', content: articleWith(image) })).id
}

/** Moves the cursor to these words in the source. */
async function goTo(page: Page, words: string): Promise<void> {
  await textOf(page).click()
  await page.keyboard.press('Control+f')
  await page.locator('.cm-search [name=search]').fill('')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

/** The text of the marked block, and whether it is visible. */
const currentBlock = (page: Page) =>
  page.evaluate<{ text: string; isSeen: boolean } | null>(`(() => {
    const block = document.querySelector('.preview .is-current')
    if (!block) return null
    const frame = document.querySelector('.preview').getBoundingClientRect()
    const { top, bottom } = block.getBoundingClientRect()
    return { text: block.textContent, isSeen: bottom > frame.top && top < frame.bottom }
  })()`)

const follows = (page: Page, words: string) =>
  eventually(async () => {
    const block = await currentBlock(page)
    assert.ok(block?.text.includes(words), `${words}, not ${block?.text}`)
    assert.ok(block?.isSeen, `${words} is out of sight`)
  }, 10_000)

describe('the preview', { concurrency: 2 }, () => {
  it('says that readers see a text without formatting if it exceeds the limits of rendering, as the editor does', async () => {
    const person = await studio.server.person()
    const content = `*a* ${'<b>'.repeat(1000)}`
    const { id } = await createPost(person.session, { title: 'Too deep', content, status: 'published' })
    await eventually(async () => assert.equal((await readPost(person.session, id)).exceeded_limit, 'nesting'), 10_000)
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      const notice = 'Readers see this text without formatting'
      await page.locator('.editor-notices').getByText(notice).waitFor()
      await page.locator('.preview').getByText(notice).waitFor()
      await page.locator('.preview').getByText('*a*').waitFor()
      await textOf(page).click()
      await type(page, 'Control+a', 'Delete')
      await page.keyboard.type('*a*')
      await page.locator('.preview em').waitFor()
      assert.equal(await page.locator('.preview').getByText(notice).count(), 0)
    })
  })

  it('shows the block with the cursor, whatever is before it', async () => {
    const person = await studio.server.person()
    const id = await createArticle(person)
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.locator('.preview .prose h2').nth(39).waitFor()
      for (const [source, shown] of [
        ['Paragraph 30', 'Paragraph 30'],
        ['item 35', 'item 35'],
        ['<p>code 12', 'code 12'],
        ['Caption 9', 'Caption 9'],
        ['cell 22', 'cell 22'],
        ['alert 14', 'alert 14'],
        ['quote 26', 'quote 26'],
        ['## Part 40', 'Part 40'],
        ['## Part 2', 'Part 2'],
      ] as const) {
        await goTo(page, source)
        await follows(page, shown)
      }
    })
  })

  it('follows the cursor while a new block is written and while the text is scrolled', async () => {
    const person = await studio.server.person()
    const id = await createArticle(person)
    await studio.visit(person, `/studio/posts/${id}`, async page => {
      await page.locator('.preview .prose h2').nth(39).waitFor()
      await goTo(page, 'and another')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('End')
      await page.keyboard.type('\n\n\nA new paragraph.')
      await follows(page, 'A new paragraph.')
      const before = await page
        .locator('.cm-line', { hasText: /^## Part \d+/ })
        .first()
        .innerText()
      await page.evaluate(`(() => {
        const text = document.querySelector('.cm-scroller')
        text.scrollTop = text.scrollHeight / 2
      })()`)
      await page.locator('.cm-line', { hasText: before }).waitFor({ state: 'detached' })
      await eventually(async () => {
        const [first] = await page.locator('.cm-line', { hasText: /^## Part \d+/ }).allInnerTexts()
        const part = first?.replace('## ', '') ?? ''
        const seen = await page.evaluate<string>(`(() => {
          const frame = document.querySelector('.preview').getBoundingClientRect()
          return [...document.querySelectorAll('.preview h2')]
            .filter(h => { const { top, bottom } = h.getBoundingClientRect(); return bottom > frame.top - 800 && top < frame.bottom + 800 })
            .map(h => h.textContent).join()
        })()`)
        assert.ok(seen.split(',').includes(part), `${part} is not near ${seen}`)
      })
    })
  })

  it('starts at the cursor on a phone, which shows either the text or the preview', async () => {
    const person = await studio.server.person()
    const id = await createArticle(person)
    const work = async (page: Page) => {
      await goTo(page, 'Paragraph 30')
      await page.keyboard.press('Control+e')
      await follows(page, 'Paragraph 30')
    }
    await studio.visit(person, `/studio/posts/${id}`, work, { viewport: { width: 390, height: 844 } })
  })
})

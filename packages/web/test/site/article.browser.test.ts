import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'
import { plain } from '../../../server/test/support/posts/images.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { upload } from '../../../server/test/support/posts/upload.ts'
import { assertAccessible } from '../support/accessibility.ts'
import { becomesTrue } from '../support/becomes-true.ts'
import { assertFits } from '../support/layout.ts'
import { startSite, type TestSite } from '../support/site.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 700 }

let site: TestSite
before(async () => {
  site = await startSite()
})
after(() => site?.close())

/** Publishes a text and waits until it is rendered: until then, readers get plain paragraphs. */
async function publishText(content: string): Promise<string> {
  const { id, slug } = await publish(site.author.session, { title: 'A text', content })
  const pages = site.server.context.db.selectFrom('post_pages').select('post_id').where('post_id', '=', id)
  await eventually(async () => assert.equal((await pages.execute()).length, 1), 20_000)
  return `/@author/${encodeURIComponent(slug)}`
}

describe('a bare address in justified Japanese text', () => {
  it('has no extra space between its letters, and neither has the line before it', async () => {
    const address = 'https://example.com/2026/11/articles/typography-and-line-spacing-of-texts?language=ja'
    const sentence = '行間と字間は、声の高さや間合いのように文章の調子を決めます。'
    const path = await publishText(`${sentence}詳しくは ${address} をご覧ください。${sentence}`)
    await site.browser.visit({ locale: 'ja-JP', viewport: PHONE }, async page => {
      await page.goto(path)
      assert.equal(await page.evaluate('getComputedStyle(document.querySelector(".prose p")).textAlign'), 'justify')
      const widest = (selector: string, letter: string) =>
        page.evaluate<number>(`(() => {
          const range = document.createRange()
          const texts = [...document.querySelector('${selector}').childNodes].filter(node => node.nodeType === 3)
          const widths = texts.flatMap(text => [...text.data].map((letter, i) => {
            range.setStart(text, i)
            range.setEnd(text, i + 1)
            return letter === '${letter}' ? range.getBoundingClientRect().width : 0
          }))
          return Math.max(...widths)
        })()`)
      const [inAddress, inText] = [await widest('.prose a', 'e'), await widest('.prose p', 'の')]
      await page.evaluate('document.querySelector(".prose").style.textAlign = "start"')
      assert.ok(inAddress - (await widest('.prose a', 'e')) < 0.1, `letters of the address are ${inAddress} px wide`)
      // The line before it is not stretched either, because the address starts on it.
      assert.ok(inText - (await widest('.prose p', 'の')) < 2, `characters of the text are ${inText} px wide`)
    })
  })
})

describe('a comment in code', () => {
  it('is in italics in an English article, and upright in a Japanese one, whose letters would be slanted', async () => {
    for (const [text, style] of [
      ['Some words.', 'italic'],
      ['日本語の文章です。', 'normal'],
    ] as const) {
      const path = await publishText(`${text}\n\n\`\`\`ts\nconst one = 1 // 一\n\`\`\``)
      await site.browser.visit({}, async page => {
        await page.goto(path)
        assert.equal(await page.evaluate('getComputedStyle(document.querySelector(".t-comment")).fontStyle'), style)
      })
    }
  })
})

describe('a message box', () => {
  it('has room between two paragraphs, and none above the first one and below the last one', async () => {
    const path = await publishText('> [!NOTE]\n> One.\n>\n> Two.')
    await site.browser.visit({ viewport: PHONE }, async page => {
      await page.goto(path)
      const margins = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.message > p')].map(p => getComputedStyle(p).marginBlock)`,
      )
      assert.deepEqual(margins, ['0px', '12px 0px'])
    })
  })
})

describe('the table of contents', () => {
  let path: string
  before(async () => {
    const sections = Array.from({ length: 60 }, (_, i) => `## Section ${i + 1}\n\n${'Some words. '.repeat(40)}`)
    path = await publishText(sections.join('\n\n'))
  })

  const contents = (page: Page) => page.locator('.toc details')

  it('is closed on a phone, can be opened, and links to the headings, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await site.browser.visit({ javaScriptEnabled, viewport: PHONE }, async page => {
        await page.goto(path)
        const link = contents(page).getByRole('link', { name: 'Section 5', exact: true })
        assert.equal(await link.isVisible(), false)
        assert.ok((await contents(page).boundingBox())!.height < 100)
        await contents(page).locator('summary').press('Enter')
        await link.click()
        await page.waitForURL(/#h-section-5$/)
      })
    }
  })

  it('is open beside the text on a wide screen, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await site.browser.visit({ javaScriptEnabled, viewport: DESKTOP }, async page => {
        await page.goto(path)
        await contents(page).getByRole('link', { name: 'Section 1', exact: true }).waitFor()
      })
    }
  })

  it('scrolls so that the entry of the current section is visible', async () => {
    await site.browser.visit({ viewport: DESKTOP }, async page => {
      await page.goto(path)
      for (const section of [58, 30, 2]) {
        await page.evaluate(`document.getElementById('h-section-${section}').scrollIntoView()`)
        await page.locator('.toc a[aria-current="true"]', { hasText: `Section ${section}` }).waitFor()
        await becomesTrue(
          page,
          `(() => {
            const entry = document.querySelector('.toc a[aria-current="true"]').getBoundingClientRect()
            const box = document.querySelector('.toc').getBoundingClientRect()
            return entry.top >= Math.max(0, box.top) && entry.bottom <= Math.min(innerHeight, box.bottom)
          })()`,
        )
        // The page itself must not scroll.
        await becomesTrue(
          page,
          `Math.abs(document.getElementById('h-section-${section}').getBoundingClientRect().top) < 60`,
        )
      }
    })
  })
})

describe('the lists and quotations of an article', () => {
  it('fit a phone, however deep they are', async () => {
    const lines = Array.from({ length: 20 }, (_, level) => `${'  '.repeat(level)}- Words of level ${level}`)
    const quotations = lines.map((_, level) => `${'>'.repeat(level + 1)} Words of level ${level}`)
    const path = await publishText(`${lines.join('\n')}\n\n${quotations.join('\n')}`)
    await site.browser.visit({ viewport: { width: 360, height: 740 } }, async page => {
      await page.goto(path)
      await assertFits(page)
    })
  })

  it('show which tasks belong to another task', async () => {
    const path = await publishText('- [ ] Outer\n  - [x] Inner')
    await site.browser.visit({ viewport: DESKTOP }, async page => {
      await page.goto(path)
      const [outer, inner] = await page.locator('.prose .task input').all()
      const [from, to] = [(await outer!.boundingBox())!, (await inner!.boundingBox())!]
      assert.ok(to.x >= from.x + from.width, `${from.x} and ${to.x}`)
    })
  })
})

describe('the pictures of an article', () => {
  let path: string
  before(async () => {
    const [wide, high] = await Promise.all([
      upload(site.author.session, await plain('png', 1200, 800), 'wide.png'),
      upload(site.author.session, await plain('png', 600, 3000), 'high.png'),
    ])
    const address = wide.body.url
    const pictures = [
      `![A wide picture](${address} "What it shows")`,
      `![A high picture](${high.body.url})`,
      `[![A linked picture](${address})](/categories)`,
      `![A narrow picture](${address} =240x)`,
    ]
    path = await publishText(`Words before.\n\n${pictures.join('\n\nWords between.\n\n')}`)
  })

  const opener = (page: Page) => page.getByRole('button', { name: 'Enlarge picture: A wide picture' })

  it('have their titles as captions', async () => {
    await site.browser.visit({ javaScriptEnabled: false }, async page => {
      await page.goto(path)
      const figure = page.locator('figure', { has: page.getByRole('img', { name: 'A wide picture' }) })
      assert.equal(await figure.locator('figcaption').innerText(), 'What it shows')
    })
  })

  it('are at most 80 % of the window’s height, with their proportions kept', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await site.browser.visit({ viewport }, async page => {
        await page.goto(path)
        const picture = page.getByRole('img', { name: 'A high picture' })
        await picture.scrollIntoViewIfNeeded()
        await becomesTrue(page, '[...document.querySelectorAll(".prose img")].every(({ complete }) => complete)')
        const { width, height } = (await picture.boundingBox())!
        assert.ok(height <= viewport.height * 0.8 + 1, `${height}`)
        assert.ok(Math.abs(height / width - 5) < 0.1, `${width} by ${height}`)
      })
    }
  })

  it('have the width that the author wrote, if there is room', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await site.browser.visit({ viewport }, async page => {
        await page.goto(path)
        const { width, height } = (await page.getByRole('img', { name: 'A narrow picture' }).boundingBox())!
        assert.deepEqual([width, height], [240, 160])
      })
    }
  })

  it('can be enlarged by keyboard and pointer; Escape, the button and a click close them', async () => {
    await site.browser.visit({ viewport: PHONE }, async page => {
      await page.goto(path)
      const dialog = page.getByRole('dialog', { name: 'A wide picture' })
      const closings: (() => Promise<void>)[] = [
        () => page.keyboard.press('Escape'),
        () => page.keyboard.press('Enter'),
        () => page.mouse.click(30, 700),
      ]
      for (const close of closings) {
        await opener(page).focus()
        await page.keyboard.press('Enter')
        await dialog.waitFor()
        assert.equal(await page.evaluate('document.activeElement.closest("dialog") !== null'), true)
        const { width } = (await dialog.getByRole('img').boundingBox())!
        assert.equal(width, PHONE.width)
        await assertAccessible(page)
        await close()
        await dialog.waitFor({ state: 'detached' })
        assert.equal(await page.evaluate('document.activeElement.className'), 'zoom')
      }
      await opener(page).click()
      await page.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'detached' })
    })
  })

  it('stay links if the author linked them', async () => {
    await site.browser.visit({}, async page => {
      await page.goto(path)
      await opener(page).waitFor()
      await page.getByRole('link', { name: 'A linked picture' }).click()
      await page.waitForURL('/categories')
    })
  })
})

import type { CreatedPost } from '@galley/client'
import { plain } from '../../../server/test/support/posts/images.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { upload } from '../../../server/test/support/posts/upload.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { startBrowser, type TestBrowser } from './browser.ts'
import { startWebServer } from './web-server.ts'

/** Contained in the paid part of a post. */
export const PAID_TEXT = 'HELDBACKSENTENCE'

export interface TestSite {
  readonly server: TestServer
  readonly browser: TestBrowser
  readonly author: Person
  /** The path of each post. */
  readonly paths: Readonly<Record<'english' | 'japanese' | 'paid' | 'whollyPaid', string>>
  readonly posts: Readonly<Record<'english' | 'japanese' | 'paid' | 'whollyPaid', CreatedPost>>
  close(): Promise<void>
}

/** A server with one author's posts in both languages, and a browser. */
export async function startSite(): Promise<TestSite> {
  const server = await startWebServer()
  const [browser, author] = await Promise.all([
    startBrowser(server.url),
    server.person({ username: 'author', plan: 'pro_plus' }),
  ])
  const posts = await writePosts(author)
  const path = ({ slug }: CreatedPost) => `/@author/${encodeURIComponent(slug)}`
  const paths = {
    english: path(posts.english),
    japanese: path(posts.japanese),
    paid: path(posts.paid),
    whollyPaid: path(posts.whollyPaid),
  }
  const close = async () => {
    await browser.close()
    await server.close()
  }
  return { server, browser, author, posts, paths, close }
}

async function writePosts({ session }: Person): Promise<TestSite['posts']> {
  await session.patch('/api/v1/me', {
    display_name: '青木 Ann',
    bio: 'Writes about reading. 読むことについて書いています。',
  })
  const image = (await upload(session, await plain('png', 1200, 800), 'picture.png')).body.url
  const english = await publish(session, {
    title: 'On reading slowly',
    subtitle: 'And on the paper that it needs',
    content: englishText(image),
    category: 'books',
    tags: ['reading', '日本語', 'a tag of many words that goes on and on'],
    cover_image_url: image,
    thumbnail_url: image,
  })
  const japanese = await publish(session, { title: '組版と余白について', content: JAPANESE_TEXT, tags: ['日本語'] })
  const priced = { is_paid: true, price_jpy: 1500 }
  const paid = await publish(session, {
    ...priced,
    title: 'A text with a price',
    subtitle: '値段のある文章',
    thumbnail_url: image,
    content: `The free part, for everybody.\n\n<!-- paywall -->\n\n${PAID_TEXT}`,
  })
  const whollyPaid = await publish(session, { ...priced, title: 'All of it paid', content: PAID_TEXT })
  return { english, japanese, paid, whollyPaid }
}

const paragraph = 'The eye moves along the line and rests where the writer has left some room for it. '.repeat(6)

const englishText = (image: string) => `${paragraph}

## Paper

${paragraph}

![Two colours](${image})

## Code

\`\`\`ts
const lines = ['one', 'two'].map(line => line.toUpperCase())
const a_very_long_line_that_is_wider_than_any_telephone = lines.join(', ') + lines.join(', ') + lines.join(', ')
\`\`\`

## A table

| Name | Meaning | Where it stands | What it costs |
|---|---|---|---|
| Leading | The room between two lines | Everywhere | Nothing at all |

### ${'Averylongwordwithoutanyplacetobreakit'.repeat(2)}

> ${paragraph}

1. [A link](https://example.com/${'path'.repeat(40)})
2. ~~Not~~ this
`

const JAPANESE_TEXT = `${'行間と字間は、声の高さや間合いのように文章の調子を決めます。'.repeat(12)}

## 余白

**「読みやすさ」**は目に見えません。\`line-height\`を広げると、日本語の長い行も追いやすくなります。

${'吾輩は猫である。名前はまだ無い。'.repeat(30)}
`

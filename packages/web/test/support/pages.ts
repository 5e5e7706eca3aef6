import assert from 'node:assert/strict'
import type { Client } from '../../../server/test/support/client.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { refreshRankings, updateAccount } from '../../../server/test/support/use-cases.ts'
import { startWebServer } from './web-server.ts'

export const HOSTILE = `"><script>alert('x')</script>&amp;`
const ARTICLE = `The opening.

## First things

Some \`code\`.

## Second things

\`\`\`js
const one = 1
\`\`\`

### A detail

The end.`

export interface TestPages {
  readonly server: TestServer
  readonly alice: Person
  readonly bob: Person
  /** The paths of an article of Alice, of one of Bob with hostile text, and of a paid one. */
  readonly article: string
  readonly hostile: string
  readonly paid: string
}

/** A server with two authors and their articles. */
export async function startPages(): Promise<TestPages> {
  const server = await startWebServer()
  const alice = await server.person({ username: 'alice', plan: 'pro_plus' })
  const bob = await server.person({ username: 'bob' })
  await updateAccount(server.context.db, alice.account.id, { is_verified: true })
  await alice.session.patch('/api/v1/me', { display_name: 'Alice <b>Marlowe</b>', bio: 'Writes.' })
  const article = await pathOf(alice, {
    title: 'On setting a line',
    subtitle: 'Notes from a compositor',
    content: ARTICLE,
    category: 'design',
    tags: ['type', '組版'],
    seo_title: 'Setting a line, for search engines',
    meta_description: 'What a compositor knows.',
    cover_image_url: 'https://images.example/cover.png',
  })
  const hostile = await pathOf(bob, { title: HOSTILE, content: `${HOSTILE} [x](javascript:alert(1))`, tags: [HOSTILE] })
  const paid = await pathOf(alice, {
    title: '有料の記事',
    content: '無料の部分です。\n\n<!-- paywall -->\n\n秘密の部分です。',
    is_paid: true,
    price_jpy: 1200,
  })
  await refreshRankings(server.context)
  await rendered(server, 3)
  return { server, alice, bob, article, hostile, paid }
}

/** Waits until as many articles are rendered: a reader who comes earlier may get plain paragraphs on a slow machine. */
async function rendered({ context }: TestServer, count: number): Promise<void> {
  const check = async () => {
    const pages = await context.db.selectFrom('post_pages').select('post_id').execute()
    assert.equal(pages.length, count)
  }
  await eventually(check, 30_000)
}

/** Publishes a post and returns its address. */
export async function pathOf({ account, session }: Person, fields: Record<string, unknown>): Promise<string> {
  const { slug } = await publish(session, fields)
  return `/@${account.username}/${encodeURIComponent(slug)}`
}

export async function readPage(client: Client, path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await client.get(path, { headers })
  assert.equal(answer.status, 200, `${path}: ${answer.body}`)
  return String(answer.body)
}

/** Like `assert.match`, without the whole page in the message. */
export function has(html: string, pattern: RegExp, message = ''): void {
  assert.ok(pattern.test(html), `${message} has no ${pattern}`)
}

export function hasNot(html: string, pattern: RegExp, message = ''): void {
  assert.ok(!pattern.test(html), `${message} has ${pattern.exec(html)?.[0]}`)
}

/** The metadata of a page. */
export function dataOf(html: string): Record<string, unknown> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

export const japanese = { 'accept-language': 'ja,en;q=0.5' }

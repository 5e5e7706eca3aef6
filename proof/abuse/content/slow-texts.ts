import { setTimeout as pause } from 'node:timers/promises'
import { PAYWALL_MARKER } from '@galley/contract/limits'
import { besideOthers } from '../beside-others.ts'
import { JSON_TYPE } from '../good-requests.ts'
import { RawClient, type RawRequest } from '../raw-client.ts'
import { Blocking } from '../requests/blocking.ts'
import { type Abuse, emptyCaches, jsonOf } from '../target.ts'

/** Parts of texts for which searching the end of the free part, the excerpt or the plain page could take long. */
const PARTS = ['[[', '![', '`\n', '- `\n', '`a`\n\n', '> ', '\\', '[^1]: a\n', '&', `\`${PAYWALL_MARKER}\` `]
/** A short text, and the longest of a post, whose JSON alone takes some time. A busy machine takes longer. */
const SIZES = [
  { characters: 10_000, blockedMaxMs: 50 },
  { characters: 990_000, blockedMaxMs: 200 },
]
const FEED_POSTS = 20
const FEED_POST_CHARACTERS = 450_000

/** No text of a post delays the requests of others, on its way in or out, and nobody's preview waits for others' long ones. */
export async function abuseSlowTexts(abuse: Abuse): Promise<void> {
  await storeAndRead(abuse)
  await readFeeds(abuse)
  for (const characters of [900_000, 49_999]) await previewTogether(abuse, characters)
}

async function storeAndRead(abuse: Abuse): Promise<void> {
  const { testData, client, findings, isQuick } = abuse
  const { username, cookie, token } = await testData.person()
  for (const { characters, blockedMaxMs } of isQuick ? SIZES.slice(0, 1) : SIZES) {
    for (const part of PARTS) {
      // The first backtick makes the marker possibly a part of code.
      const content = `\`\`${part.repeat(characters / part.length)}\n\n${PAYWALL_MARKER} end`
      const post = { title: 'a', content, status: 'published', is_paid: true, price_jpy: 100 }
      const created = await client.send(writing('POST', '/api/v1/posts', cookie, post))
      const { id, slug } = jsonOf(created)
      const own = { method: 'GET', headers: { cookie } }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_post', arguments: { id } } }
      const accept = 'application/json, text/event-stream'
      const requests: Record<string, RawRequest> = {
        create: writing('POST', '/api/v1/posts', cookie, post),
        change: writing('PATCH', `/api/v1/posts/${id}`, cookie, { content: `${content}.` }),
        put: writing('PUT', '/api/v1/posts/by-external-id/slow', cookie, post),
        'read as the author': { ...own, path: `/api/v1/posts/${id}` },
        'read the HTML of': { method: 'GET', path: `/api/v1/public/posts/${id}/html` },
        'read the page of': { method: 'GET', path: `/@${username}/${encodeURIComponent(slug)}` },
        'read by an assistant': {
          ...{ method: 'POST', path: '/mcp', body: JSON.stringify(call) },
          headers: { ...JSON_TYPE, accept, authorization: `Bearer ${token}` },
        },
      }
      for (const [what, request] of Object.entries(requests)) {
        const label = `to ${what} a paid post of ${characters} characters of ${JSON.stringify(part)}`
        await expectQuick(abuse, label, request, blockedMaxMs)
      }
      findings.check(created.status === 201, `a paid post of ${part}: ${created.status}`)
    }
  }
}

/** The request succeeds, and other requests are not blocked meanwhile. */
async function expectQuick(abuse: Abuse, label: string, request: RawRequest, maxMs: number): Promise<void> {
  const { client, findings, isQuick, target } = abuse
  const ask = async () => {
    const { status } = await client.send(request)
    findings.check(status < 300, `${label}: ${status}`)
  }
  if (isQuick) return ask()
  const blockedMs = Math.round(await new Blocking(client).measure(ask, maxMs, () => emptyCaches(target)))
  findings.check(blockedMs <= maxMs, `${label} blocks other requests for ${blockedMs} ms`)
}

/** Feeds contain whole texts. Making twenty long ones takes too long for a quick run. */
async function readFeeds(abuse: Abuse): Promise<void> {
  const { testData, client, isQuick } = abuse
  if (isQuick) return
  const { username, cookie } = await testData.person()
  const content = 'A *word* and another one. '.repeat(FEED_POST_CHARACTERS / 26)
  for (let n = 0; n < FEED_POSTS; n++) {
    await client.send(writing('POST', '/api/v1/posts', cookie, { title: `Long ${n}`, content, status: 'published' }))
  }
  for (const path of ['/feed.xml', `/@${username}/feed.xml`]) {
    await expectQuick(abuse, `${path} with ${FEED_POSTS} long posts`, { method: 'GET', path }, SIZES[1]!.blockedMaxMs)
  }
}

const ATTACKERS = 3
const ATTACK_MS = 10_000
/** A short text waits for at most one other short one. */
const PREVIEW_MAX_MS = 3000

async function previewTogether(abuse: Abuse, characters: number): Promise<void> {
  const { testData, target, findings, isQuick } = abuse
  const endsAt = performance.now() + (isQuick ? 1000 : ATTACK_MS)
  const attackers = Array.from({ length: ATTACKERS }, async (_, number) => {
    const { cookie } = await testData.person()
    const client = new RawClient(target.url)
    for (let n = 0; performance.now() < endsAt; n++) {
      const tail = ` ${number} ${n}`
      const content = '['.repeat(characters - tail.length) + tail
      await client.send(writing('POST', '/api/v1/preview', cookie, { content })).catch(() => pause(100))
    }
    client.close()
  })
  const author = await testData.person()
  const client = new RawClient(target.url)
  let slowestMs = 0
  await besideOthers(abuse, `previews of ${characters} characters`, async () => {
    for (let n = 0; performance.now() < endsAt; n++) {
      const preview = await client.send(writing('POST', '/api/v1/preview', author.cookie, { content: `*${n}*` }))
      slowestMs = Math.max(slowestMs, Math.round(preview.ms))
      findings.check(preview.status === 200, `a short preview beside ${characters} characters: ${preview.status}`)
      await pause(20)
    }
  })
  const isInTime = isQuick || slowestMs <= PREVIEW_MAX_MS
  findings.check(isInTime, `a short preview waits ${slowestMs} ms for those of ${characters} characters`)
  client.close()
  await Promise.all(attackers)
}

const writing = (method: string, path: string, cookie: string, body: object): RawRequest => ({
  method,
  path,
  headers: { ...JSON_TYPE, cookie },
  body: JSON.stringify(body),
})

import { setTimeout as pause } from 'node:timers/promises'
import { PAYWALL_MARKER } from '@galley/contract/limits'
import { JSON_TYPE } from '../good-requests.ts'
import { RawClient, type RawRequest } from '../raw-client.ts'
import { Blocking } from '../requests/blocking.ts'
import { type Abuse, jsonOf } from '../target.ts'

/** Parts of texts for which searching the end of the free part, the excerpt or the plain page could take long. */
const PARTS = ['[[', '![', '`\n', '- `\n', '`a`\n\n', '> ', '\\', '[^1]: a\n', '&', `\`${PAYWALL_MARKER}\` `]
/** A short text, and the longest of a post, whose JSON alone takes some time. A busy machine takes longer. */
const SIZES = [
  { characters: 10_000, blockedMaxMs: 50 },
  { characters: 990_000, blockedMaxMs: 200 },
]

/** No text of a post delays the requests of others, on its way in or out, and nobody's preview waits for others' long ones. */
export async function abuseSlowTexts(abuse: Abuse): Promise<void> {
  await storeAndRead(abuse)
  await previewTogether(abuse)
}

async function storeAndRead(abuse: Abuse): Promise<void> {
  const { testData, client, findings, isQuick } = abuse
  const { cookie } = await testData.person()
  const blocking = new Blocking(client)
  for (const { characters, blockedMaxMs } of isQuick ? SIZES.slice(0, 1) : SIZES) {
    for (const part of PARTS) {
      // The first backtick makes the marker possibly a part of code.
      const content = `\`\`${part.repeat(characters / part.length)}\n\n${PAYWALL_MARKER} end`
      const post = { title: 'a', content, status: 'published', is_paid: true, price_jpy: 100 }
      let id = ''
      const store = async () => {
        const answer = await client.send(sending('/api/v1/posts', cookie, post))
        findings.check(answer.status === 201, `a paid post of ${part}: ${answer.status}`)
        id = jsonOf(answer)?.id
      }
      const read = () => client.send({ method: 'GET', path: `/api/v1/public/posts/${id}/html` })
      for (const [what, request] of Object.entries({ store, read })) {
        if (isQuick) await request()
        else {
          const blockedMs = Math.round(await blocking.measure(request, blockedMaxMs))
          const label = `to ${what} a paid post of ${characters} characters of ${JSON.stringify(part)}`
          findings.check(blockedMs <= blockedMaxMs, `${label} blocks other requests for ${blockedMs} ms`)
        }
      }
    }
  }
}

const ATTACKERS = 3
const ATTACK_MS = 10_000
/** A short text waits for at most one other short one. */
const PREVIEW_MAX_MS = 3000
const SMALL_MAX_MS = 300

async function previewTogether({ testData, target, findings, isQuick }: Abuse): Promise<void> {
  const endsAt = performance.now() + (isQuick ? 1000 : ATTACK_MS)
  const attackers = Array.from({ length: ATTACKERS }, async (_, number) => {
    const { cookie } = await testData.person()
    const client = new RawClient(target.url)
    for (let n = 0; performance.now() < endsAt; n++) {
      const content = `${'[['.repeat(450_000)} ${number} ${n}`
      await client.send(sending('/api/v1/preview', cookie, { content })).catch(() => pause(100))
    }
    client.close()
  })
  const author = await testData.person()
  const client = new RawClient(target.url)
  const [previews, others]: [number[], number[]] = [[], []]
  for (let n = 0; performance.now() < endsAt; n++) {
    const preview = await client.send(sending('/api/v1/preview', author.cookie, { content: `*${n}*` }))
    const other = await client.send({ method: 'GET', path: '/api/v1/me', headers: { cookie: author.cookie } })
    previews.push(preview.ms)
    others.push(other.ms)
    findings.check(preview.status === 200, `a short preview beside long ones: ${preview.status}`)
    findings.check(other.status === 200, `a small request beside long previews: ${other.status}`)
    await pause(20)
  }
  const slowest = Math.round(Math.max(...previews))
  const mostly = Math.round(others.toSorted((a, b) => a - b)[Math.floor(0.99 * (others.length - 1))] ?? 0)
  if (!isQuick) {
    findings.check(slowest <= PREVIEW_MAX_MS, `a short preview waits ${slowest} ms for the long ones of others`)
    findings.check(mostly <= SMALL_MAX_MS, `99 % of small requests beside long previews take up to ${mostly} ms`)
  }
  client.close()
  await Promise.all(attackers)
}

const sending = (path: string, cookie: string, body: object): RawRequest => ({
  method: 'POST',
  path,
  headers: { ...JSON_TYPE, cookie },
  body: JSON.stringify(body),
})

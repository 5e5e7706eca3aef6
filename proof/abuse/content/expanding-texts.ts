import { AMPLIFYING_TEXTS } from '@galley/markdown/testing/amplifying-texts'
import { besideOthers } from '../beside-others.ts'
import { JSON_TYPE } from '../good-requests.ts'
import type { RawRequest } from '../raw-client.ts'
import { type Abuse, jsonOf, send } from '../target.ts'

const MIB = 1024 * 1024
/** A rendered page has at most 4 MiB, a plain one 5 MB, and JSON escapes add to that. */
const ANSWER_MAX_BYTES = 8 * MIB
const PAGE_MAX_BYTES = 8 * MIB
const FEED_MAX_BYTES = 4 * MIB
const READERS = 8

/** No text produces a page, feed or response that is far larger than itself, or delays other requests. */
export async function abuseExpandingTexts(abuse: Abuse): Promise<void> {
  const { testData, random, isQuick } = abuse
  const author = await testData.person()
  const all = Object.entries(AMPLIFYING_TEXTS)
  await besideOthers(abuse, 'texts that expand', async () => {
    for (const [name, content] of isQuick ? random.sample(all, 1) : all) {
      await publishAndRead(abuse, { ...JSON_TYPE, cookie: author.cookie }, author.username, name, content)
    }
  })
}

async function publishAndRead(
  abuse: Abuse,
  headers: RawRequest['headers'],
  username: string,
  name: string,
  content: string,
): Promise<void> {
  const { findings, answers, client } = abuse
  const ask = async (operationName: string, id: string, body?: object) => {
    const operation = abuse.operations.find(it => it.name === operationName)
    const path = (operation?.template ?? '').replace('{id}', id)
    const sent = { method: operation?.method ?? '', path, headers: { ...headers } }
    const label = `${operationName} of ${name}`
    const answer = await send(abuse, operation, { ...sent, ...(body && { body: JSON.stringify(body) }) }, label)
    const size = answer?.body.length ?? 0
    findings.check((answer?.status ?? 500) < 300, `${label}: ${answer?.status}`)
    findings.check(size <= ANSWER_MAX_BYTES, `${label}: ${size} bytes`)
    return jsonOf(answer)
  }
  // Before the post, whose page is rendered too: one text after the other, a preview must not be refused as too much.
  await ask('previewMarkdown', '', { content })
  const created = await ask('createPost', '', { title: name, content, status: 'published' })
  if (created?.id === undefined) return
  await Promise.all(Array.from({ length: READERS }, () => ask('readPublicPostHtml', created.id)))
  for (const [path, most] of [
    [`/@${username}/${encodeURIComponent(created.slug)}`, PAGE_MAX_BYTES],
    ['/feed.xml', FEED_MAX_BYTES],
    [`/@${username}/feed.xml`, FEED_MAX_BYTES],
    ['/', MIB],
  ] as const) {
    const page = await client.send({ method: 'GET', path })
    answers.checkPage(page, `GET ${path} with ${name}`)
    findings.check(page.status === 200, `GET ${path} with ${name}: ${page.status}`)
    findings.check(page.body.length <= most, `GET ${path} with ${name}: ${page.body.length} bytes`)
  }
}

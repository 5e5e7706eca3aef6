import { BODY_MAX_BYTES } from '@galley/contract/limits'
import { goodRequest, JSON_TYPE, toRawRequest } from '../good-requests.ts'
import { isForAdmins, type Operation } from '../operations.ts'
import { type Abuse, send } from '../target.ts'
import { Blocking } from './blocking.ts'

/** The longest time for which a request may block the event loop. */
const MOST_BLOCKED_MS = 200
const MIB = 1024 * 1024
/** Long enough to show every problem, and short enough for a quick test. */
const QUICK_BYTES = 300_000

type Shape = (bytes: number) => string
const times = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))
const filled = (head: string, text: string, tail: string): Shape => {
  return bytes => head + times(text, bytes - head.length - tail.length) + tail
}
const keys = (bytes: number, length: number) => {
  const count = Math.floor(bytes / (length + 5))
  return `{${Array.from({ length: count }, (_, i) => `"${i.toString(36).padStart(length, 'k')}":1`).join(',')}}`
}

/** Bodies that are expensive to parse, validate, compare or repeat in a response. */
const SHAPES: Readonly<Record<string, Shape>> = {
  'unknown names': bytes => keys(bytes, 5),
  'long unknown names': bytes => keys(bytes, 1000),
  'one name again and again': filled('{', '"a":1,', '"a":1}'),
  'entries of a list': filled('{"tags":[', '0,', '0]}'),
  'texts of a list': filled('{"tags":[', '"a",', '"a"]}'),
  'empty objects': filled('{"tags":[', '{},', '{}]}'),
  'events to subscribe to': filled('{"url":"https://a.example","event_types":[', '"post.created",', '"x"]}'),
  'lists in each other': bytes => `{"author":${times('[', bytes / 2)}${times(']', bytes / 2)}}`,
  'objects in each other': bytes => `{"author":${times('{"a":', bytes / 1.2)}1${times('}', bytes / 7)}}`,
  'brackets that stay open': filled('', '[', ''),
  'objects in an ignored field': filled('{"author":[', '{"a":{}},', '1]}'),
  prototypes: filled('{"author":[', '{"__proto__":1},', '1]}'),
  'a prototype at the end': filled('{"content":"', '__proto__ ', '","author":{"__proto__":1}}'),
  'names like prototypes': filled('{"content":"', '\\"__proto__\\"  ', '"}'),
  'digits of a number': filled('{"price_jpy":', '9', '}'),
  'digits behind a point': filled('{"price_jpy":0.', '1', '}'),
  'an exponent': filled('{"price_jpy":1e', '1', '}'),
  'escaped NULs': filled('{"title":"a","content":"', '\\u0000', '"}'),
  'NULs below a long name': bytes => {
    return `{"title":"a","content":"b","author":{"${'n'.repeat(Math.max(bytes - 1e5, 1000))}":[${times('"\\u0000",', Math.min(9e4, bytes - 2000))}1]}}`
  },
  'lone surrogates': filled('{"title":"a","content":"', '\\ud800', '"}'),
  'escaped quotes': filled('{"title":"a","content":"', '\\"', '"}'),
  'escaped backslashes': filled('{"title":"a","content":"', '\\\\', '"}'),
  'text in a wrong field': filled('{"title":"a","content":"b","status":"', 'x', '"}'),
  'text for a title': filled('{"content":"b","title":"', '\\ud83d\\ude00', '"}'),
  'text for a time': filled('{"title":"a","content":"b","scheduled_for":"', '2030-01-01T', '"}'),
  'text for an address': filled('{"title":"a","content":"b","thumbnail_url":"https://', 'a.', '"}'),
  'text for an id': filled('{"title":"a","content":"b","salon_id":"', '0', '"}'),
  'text in an ignored field': filled('{"title":"a","content":"b","secret":"', 'x', '"}'),
  'good text and wrong fields': filled('{"title":5,"tags":7,"is_paid":"a","content":"', '字', '"}'),
  'too much text': filled('{"title":"a","content":"', '字', '"}'),
  'as much text as a post may have': bytes =>
    filled('{"title":"a","content":"', 'a b\\n', '"}')(Math.min(bytes, 1.2 * MIB)),
  'blanks between': filled('{"title":"a",', ' ', '"content":"b"}'),
  'blanks for text': filled('{"title":"a","content":"b","display_name":"', ' ', '"}'),
  'an address of mail': filled('{"email":"a@', 'a', '"}'),
  'parts of an address of mail': filled('{"email":"a@', 'a.', '"}'),
  'a name of one of the bytes': bytes => `{"${'n'.repeat(bytes - 6)}":1}`,
}

/** Texts of a published post that are expensive to parse for the excerpt. */
const TEXTS = ['[', '![', '*_', '`', '<a ', '> ', '[a](', '|-\\n', '&#', '- \\n', '\\n```\\n', '~~', '<!--', '[^1]']
const POSTS: Readonly<Record<string, Shape>> = Object.fromEntries(
  TEXTS.map(text => [
    `${text} in a post`,
    (bytes: number) => filled('{"title":"a","status":"published","content":"', text, '"}')(Math.min(bytes, 100_000)),
  ]),
)

/** No body, however long, delays the requests of others. */
export async function abuseLongBodies(abuse: Abuse): Promise<void> {
  const withBody = abuse.operations.filter(({ body }) => body !== undefined)
  const chosen = abuse.isQuick ? withBody.filter(({ name }) => ['createPost', 'changeMe'].includes(name)) : withBody
  for (const operation of chosen) await sendShapes(abuse, operation)
}

async function sendShapes(abuse: Abuse, operation: Operation): Promise<void> {
  const { testData, client, findings, isQuick } = abuse
  const person = await testData.person('pro_plus', isForAdmins(operation) ? 'admin' : 'user')
  const own = await testData.resourcesOf(person)
  const { path } = toRawRequest(goodRequest(abuse, operation, person, own))
  const key = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const longest = operation.bodyMaxBytes ?? BODY_MAX_BYTES
  const blocking = new Blocking(client)
  const shapes = operation.name === 'createPost' && !isQuick ? { ...SHAPES, ...POSTS } : SHAPES
  for (const [what, shape] of Object.entries(shapes)) {
    const body = Buffer.from(shape((isQuick ? Math.min(longest, QUICK_BYTES) : longest) - 64))
    const headers = { ...JSON_TYPE, cookie: person.cookie, ...(key && { 'idempotency-key': what }) }
    const sent = { method: operation.method, path, headers, body }
    const label = `${operation.name} with ${body.length} bytes of ${what}`
    const request = () => send(abuse, operation, sent, label)
    if (isQuick) await request()
    else {
      const blockedMs = Math.round(await blocking.measure(request, MOST_BLOCKED_MS))
      findings.check(blockedMs <= MOST_BLOCKED_MS, `${label} blocks other requests for ${blockedMs} ms`)
    }
  }
  const tooLong = { method: operation.method, path, headers: { ...JSON_TYPE, cookie: person.cookie } }
  const answer = await send(abuse, operation, { ...tooLong, body: `{"id":"${'x'.repeat(longest)}"}` }, operation.name)
  findings.check(answer?.status === 413, `${operation.name} takes more than ${longest} bytes: ${answer?.status}`)
}

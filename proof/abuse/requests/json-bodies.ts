import { gzipSync } from 'node:zlib'
import { inParallel } from '@galley/server/testing/in-parallel'
import { goodRequest, JSON_TYPE, toRawRequest } from '../good-requests.ts'
import { isForAdmins, type Operation } from '../operations.ts'
import { type Abuse, send } from '../target.ts'

const MIB = 1024 * 1024
const manyKeys = `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}": ${i}`).join(',')}}`

/** Fields that are accepted and ignored, so that no schema checks their values. */
function nestedFields(depth: number, open: string, close: string): string {
  const value = `${open.repeat(depth)}1${close.repeat(depth)}`
  return `{${['author', 'secret', 'id', 'token', 'created_at'].map(name => `"${name}":${value}`).join(',')}}`
}

/** Bodies that are not JSON, not an object of this API, or too large. */
const BODIES: Readonly<Record<string, string | Buffer>> = {
  'nothing but blanks': '   ',
  'an open brace': '{',
  'text that breaks off': '{"title": "a',
  'two objects': '{}{}',
  'a trailing comma': '{"title": "a",}',
  'single quotes': "{'title': 'a'}",
  'a comment': '{/* */}',
  null: 'null',
  'a number': '1e400',
  'minus zero': '-0',
  NaN: 'NaN',
  'a string': '"text"',
  'a list': '[]',
  'a list of objects': '[{"title": "a"}]',
  'a byte order mark': '\ufeff{}',
  'UTF-16': Buffer.from('{"title": "a"}', 'utf16le'),
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'a NUL byte': '{"title": "a\0"}',
  'an escaped NUL': '{"title": "\\u0000", "content": "\\u0000"}',
  'lone surrogates': '{"title": "\\ud800", "content": "\\udc00\\ud800"}',
  prototypes: '{"__proto__": {"plan": "pro_plus"}, "constructor": {"prototype": {"plan": "pro_plus"}}}',
  'the same name twice': '{"title": "a", "title": 5, "content": "b", "content": null}',
  '10,000 names': manyKeys,
  'a million entries': `{"tags": [${'0,'.repeat(1_000_000)}0]}`,
  '100,000 brackets': '['.repeat(100_000),
  '50,000 objects in each other': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  '5,000 lists in each other in ignored fields': nestedFields(5000, '[', ']'),
  '21 lists in each other in ignored fields': nestedFields(21, '[', ']'),
  '5,000 objects in each other in ignored fields': nestedFields(5000, '{"a":', '}'),
  'a number of a million digits': `{"price_jpy": ${'9'.repeat(MIB)}}`,
  'a megabyte of escapes': `{"title": "${'\\u0041'.repeat(MIB / 6)}"}`,
  'a name of a megabyte': `{"${'n'.repeat(MIB)}": 1}`,
  'more than eight megabytes': `{"content": "${'x'.repeat(8 * MIB)}"}`,
}

const TYPES: readonly string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/xml',
  'application/jsonx',
  'application/json, text/plain',
  'application/json; charset=utf-16',
  'application/json; charset="',
  '*/*',
  '/',
  ';',
  'a'.repeat(5000),
]

/** Invalid and oversized bodies are refused, and never interpreted as something else. */
export async function abuseJsonBodies(abuse: Abuse): Promise<void> {
  const { testData, findings, operations } = abuse
  const [author, admin] = await Promise.all([testData.person(), testData.person('pro_plus', 'admin')])
  const own = await testData.resourcesOf(author)
  const senderOf = (operation: Operation) => (isForAdmins(operation) ? admin : author)
  const headersFor = (operation: Operation): Record<string, string> =>
    operation.auth === 'none' ? {} : { cookie: senderOf(operation).cookie }
  const pathOf = (operation: Operation) => toRawRequest(goodRequest(abuse, operation, senderOf(operation), own)).path
  const withBody = operations.filter(({ body }) => body !== undefined)
  const chosen = abuse.isQuick
    ? withBody.filter(({ name }) => ['createPost', 'logIn', 'changeMe'].includes(name))
    : withBody

  const bodies = chosen.flatMap(operation => Object.entries(BODIES).map(([what, body]) => ({ operation, what, body })))
  await inParallel(
    bodies,
    async ({ operation, what, body }) => {
      const headers = { ...JSON_TYPE, ...headersFor(operation) }
      const sent = { method: operation.method, path: pathOf(operation), headers, body }
      const answer = await send(abuse, operation, sent, `${operation.name} with ${what}`)
      // Null counts as missing where the body is optional. The deprecated operation ignores unknown fields.
      const mayPass =
        (operation.isDeprecated && !what.includes('in each other')) ||
        (what === 'null' && operation.body.type.includes('null')) ||
        what === 'a byte order mark'
      const status = answer?.status ?? 0
      findings.check(mayPass || (status >= 400 && status < 500), `${operation.name} accepts ${what}: ${status}`)
    },
    4,
  )

  const types = chosen.flatMap(operation => TYPES.map(type => ({ operation, type })))
  await inParallel(types, async ({ operation, type }) => {
    const headers = { 'content-type': type, ...headersFor(operation) }
    const sent = { method: operation.method, path: pathOf(operation), headers, body: 'title=a&content=b' }
    const answer = await send(abuse, operation, sent, `${operation.name} as ${type}`)
    findings.check([400, 415].includes(answer?.status ?? 0), `${operation.name} accepts ${type}: ${answer?.status}`)
  })

  await abuseEncodings(abuse, headersFor)
}

/** Compressed bodies are not decompressed, so that a compression bomb has no effect. */
async function abuseEncodings(
  abuse: Abuse,
  headersFor: (operation: Operation) => Record<string, string>,
): Promise<void> {
  const operation = abuse.operations.find(({ name }) => name === 'createPost')
  if (operation === undefined) return
  // Longer than any body may be. Compressing 50 MiB takes most of a second.
  const bomb = gzipSync(Buffer.alloc((abuse.isQuick ? 9 : 50) * MIB, ' '), { level: 1 })
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'identity', 'x'.repeat(1000)]) {
    const headers = { ...JSON_TYPE, ...headersFor(operation), 'content-encoding': encoding }
    const sent = { method: 'POST', path: operation.template, headers, body: bomb }
    const answer = await send(abuse, operation, sent, `a bomb in ${encoding}`)
    abuse.findings.check([400, 415].includes(answer?.status ?? 0), `a bomb in ${encoding}: ${answer?.status}`)
  }
}

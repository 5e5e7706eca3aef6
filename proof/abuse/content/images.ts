import { deflateSync } from 'node:zlib'
import {
  type Format,
  hugeGif,
  hugePng,
  insertPngChunks,
  longGif,
  plain,
  pngChunk,
} from '@galley/server/testing/posts/images'
import { formOf } from '../good-requests.ts'
import type { Answer, RawRequest } from '../raw-client.ts'
import { type Abuse, jsonOf, send } from '../target.ts'
import { postOf } from '../test-data/posts.ts'

const UPLOADS = '/api/v1/uploads'
const HTML = '<html><script>abuse()</script></html>'

/** Files that are not images, are several formats at once, or are far larger when decoded. */
async function hostileFiles(): Promise<Record<string, Buffer>> {
  const [png, jpeg, gif, webp] = await Promise.all((['png', 'jpeg', 'gif', 'webp'] as Format[]).map(it => plain(it)))
  const [a, b, c, d] = [png, jpeg, gif, webp] as [Buffer, Buffer, Buffer, Buffer]
  const cut = (file: Buffer) => file.subarray(0, file.length >> 1)
  return {
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from('x'),
    'a page': Buffer.from(HTML),
    'a drawing with a script': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>abuse()</script></svg>'),
    'an XML bomb': Buffer.from('<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><svg>&c;</svg>'),
    'a file from the machine': Buffer.from('<svg><image href="file:///etc/passwd"/></svg>'),
    'a PDF': Buffer.from('%PDF-1.7\n'),
    'a program': Buffer.from('#!/bin/sh\nid\n'),
    'the head of a PNG': a.subarray(0, 8),
    'the head of a GIF before a script': Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;abuse()')]),
    'half a PNG': cut(a),
    'half a JPEG': cut(b),
    'half a GIF': cut(c),
    'half a WebP': cut(d),
    'a PNG before a page': Buffer.concat([a, Buffer.from(HTML)]),
    'a JPEG before a page': Buffer.concat([b, Buffer.from(HTML)]),
    'a GIF before a page': Buffer.concat([c, Buffer.from(HTML)]),
    'a page before a PNG': Buffer.concat([Buffer.from(HTML), a]),
    'a PNG with a page inside': insertPngChunks(a, pngComment(HTML)),
    'a PNG with a wrong check sum': Buffer.concat([a.subarray(0, 40), Buffer.from([0xff]), a.subarray(41)]),
    'a PNG with a chunk of 2 GB': Buffer.concat([
      a.subarray(0, 33),
      Buffer.from([0x7f, 0xff, 0xff, 0xff]),
      a.subarray(37),
    ]),
    'a PNG of 2^31 by 2^31 pixels': hugePng(2 ** 31 - 1, 2 ** 31 - 1),
    'a PNG of no width': hugePng(0, 100),
    'a PNG of 40 megapixels of nothing': bomb(8000, 5000),
    'a GIF of 65,535 by 65,535 pixels': hugeGif(65_535, 65_535, 1),
  }
}

/** Files that are slow to create or decode, for the full run. */
async function largeFiles(): Promise<Record<string, Buffer>> {
  const [png, jpeg] = await Promise.all([plain('png'), plain('jpeg')])
  return {
    'zeros alone': Buffer.alloc(100_000),
    'a PNG of 50,000 chunks': insertPngChunks(png, ...Array.from({ length: 50_000 }, () => pngComment('x'))),
    'a PNG of a gigapixel': bomb(32_000, 32_000),
    'a GIF of 20,000 frames': hugeGif(1000, 1000, 20_000),
    'a JPEG of markers alone': Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(1_000_000, 0xff)]),
    'eleven megabytes': Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]),
  }
}

const pngComment = (content: string): Buffer => pngChunk('tEXt', Buffer.from(`Comment\0${content}`))

/** One colour, compressed to a few bytes. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}

const NAMES: readonly string[] = [
  '',
  '.',
  '..',
  '../../../etc/cron.d/x.png',
  '..\\..\\x.png',
  '/etc/passwd',
  'C:\\x.png',
  'a.png%0d%0aX-Injected: 1',
  'a\\"; filename=\\"b.html',
  'a.png;.html',
  'a.html',
  'a.php.png',
  'CON.png',
  '.htaccess',
  '\u202egnp.html',
  '\ud83d\ude00'.repeat(300),
  'x'.repeat(10_000),
  '<script>abuse()</script>.png',
  '%00.png',
  'a\tb.png',
]

/** Forms with wrong descriptions of their parts. */
function hostileForms(png: Buffer): Record<string, Partial<RawRequest>> {
  const type = (value: string) => ({ 'content-type': value })
  const good = formOf(png)
  const file = 'Content-Disposition: form-data; name="file"; filename="a.png"'
  const raw = (text: string, boundary = 'b') => ({
    headers: type(`multipart/form-data; boundary=${boundary}`),
    body: Buffer.from(text, 'latin1'),
  })
  return {
    'no body': { headers: type('multipart/form-data; boundary=b') },
    'no boundary': { headers: type('multipart/form-data'), body: good.body },
    'an empty boundary': { headers: type('multipart/form-data; boundary='), body: good.body },
    'another boundary': { headers: type('multipart/form-data; boundary=other'), body: good.body },
    'a boundary of 5,000': raw('x', 'b'.repeat(5000)),
    'no end': raw(`--b\r\n${file}\r\n\r\nabc`),
    'an end at once': raw('--b--\r\n'),
    'headers without an end': raw(`--b\r\n${file}\r\nX: ${'x'.repeat(200_000)}`),
    '5,000 headers': raw(`--b\r\n${file}\r\n${'X: y\r\n'.repeat(5000)}\r\nabc\r\n--b--\r\n`),
    '10,000 parts': raw(`${`--b\r\n${file}\r\n\r\na\r\n`.repeat(10_000)}--b--\r\n`),
    'two files': raw(`--b\r\n${file}\r\n\r\na\r\n--b\r\n${file}\r\n\r\na\r\n--b--\r\n`),
    'a part without a name': raw('--b\r\nContent-Disposition: form-data\r\n\r\na\r\n--b--\r\n'),
    'a part named __proto__': raw('--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--b--\r\n'),
    'a form in a form': raw(`--b\r\n${file}\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--\r\n`),
    base64: raw(`--b\r\n${file}\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n`),
    'a name with a line break': raw(
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a\r\nX-Injected: 1"\r\n\r\na\r\n--b--\r\n`,
    ),
    JSON: { headers: type('application/json'), body: '{"file": "x"}' },
    'the bare file': { headers: type('image/png'), body: png },
  }
}

/** Only images are accepted, by their bytes, and an accepted file is served as an image and nothing else. */
export async function abuseImages(abuse: Abuse): Promise<void> {
  const { testData, findings, operations } = abuse
  const person = await testData.person()
  const png = await plain('png', 8, 8)
  const postId = await postOf(person)
  const files = { ...(await hostileFiles()), ...(abuse.isQuick ? {} : await largeFiles()) }
  const uploadOperations = operations.filter(({ isUpload }) => isUpload)
  for (const operation of abuse.isQuick ? uploadOperations.slice(0, 1) : uploadOperations) {
    const path = operation.template.replace('{id}', postId)
    const post = async (what: string, sent: Partial<RawRequest>): Promise<Answer | undefined> => {
      const headers = { ...sent.headers, cookie: person.cookie }
      const answer = await send(
        abuse,
        operation,
        { method: 'POST', path, ...sent, headers },
        `${operation.name}: ${what}`,
      )
      await checkStored(abuse, answer, what)
      return answer
    }
    for (const [what, file] of Object.entries(files)) await post(what, formOf(file))
    for (const [what, form] of Object.entries(hostileForms(png))) {
      const answer = await post(what, form)
      findings.check(answer?.status === 400 || answer?.status === 415, `${what} was accepted: ${answer?.status}`)
    }
    for (const name of NAMES) await post(`the name ${name.slice(0, 40)}`, formOf(png, {}, name))
  }
  await tryBreakingOff(abuse, person.cookie)
  if (!abuse.isQuick) await tryManyAnimations(abuse)
}

/** An accepted file is served with its image type and a harmless file name. */
async function checkStored(
  { client, answers, findings }: Abuse,
  answer: Answer | undefined,
  what: string,
): Promise<void> {
  if (answer === undefined || answer.status >= 300) return
  const body = jsonOf(answer)
  const upload = body.upload ?? body
  const isName = /^[^/\\\p{Cc}\p{Cs}]+$/u.test(upload.file_name) && !/^\.*$/.test(upload.file_name)
  findings.check(isName, `${what}: the name ${JSON.stringify(upload.file_name)}`)
  findings.check(/^posts(\/[\w-]+){2,3}\.(jpg|png|gif|webp)$/.test(upload.path), `${what}: stored as ${upload.path}`)
  const served = await client.send({ method: 'GET', path: `/media/${upload.path}` })
  answers.checkPage(served, `${what}, served`)
  const { 'content-type': type, 'content-security-policy': policy } = served.headers
  findings.check(served.status === 200 && type === upload.mime_type, `${what}: served as ${served.status} ${type}`)
  findings.check(/sandbox/.test(String(policy)), `${what}: served without a sandbox`)
}

const SMALL_MAX_MS = 2000

/** While one account's animations are decoded, the small pictures of another are stored. */
async function tryManyAnimations({ target, findings, testData }: Abuse): Promise<void> {
  const [busy, other] = [await testData.person(), await testData.person()]
  const post = (cookie: string, file: Buffer) => {
    const { headers, body } = formOf(file)
    // Not the raw client, whose requests wait 15 s at most.
    return fetch(target.url + UPLOADS, { method: 'POST', headers: { ...headers, cookie }, body: new Uint8Array(body) })
  }
  const files = await Promise.all(Array.from({ length: 14 }, (_, number) => longGif({ frames: 60, number })))
  let pending = files.length
  const all = Promise.all(files.map(file => post(busy.cookie, file).finally(() => pending--)))
  let worstMs = 0
  for (let size = 8; pending > 0 && size < 30; size++) {
    const begun = performance.now()
    const { status } = await post(other.cookie, await plain('png', size, size))
    worstMs = Math.max(worstMs, performance.now() - begun)
    findings.check(status === 201, `a small picture during animations: ${status}`)
  }
  findings.check(worstMs < SMALL_MAX_MS, `a small picture during animations took ${Math.round(worstMs)} ms`)
  for (const { status, headers } of await all) {
    const isBusy = status === 503 && headers.has('retry-after')
    findings.check(status === 201 || isBusy, `an animation of 240 megapixels: ${status}`)
  }
}

/** An upload that ends before the last two hyphens of its form gets no response. */
async function tryBreakingOff({ client, findings, random }: Abuse, cookie: string): Promise<void> {
  const { headers, body } = formOf(await plain('png', 300, 300))
  for (let time = 0; time < 20; time++) {
    const sent = body.subarray(0, random.below(body.lastIndexOf('--')))
    const type = headers['content-type']
    const head = `POST ${UPLOADS} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
    const received = await client.sendBytes([head, sent], { silenceMs: 30 })
    findings.countAnswer({ status: 0, ms: 0 })
    findings.check(received === '', `half a form was answered: ${received.slice(0, 100)}`)
  }
}

import { inParallel } from '@galley/server/testing/in-parallel'
import { plain } from '@galley/server/testing/posts/images'
import { upload } from '@galley/server/testing/posts/upload'
import type { Abuse } from '../target.ts'

const RANGES: readonly string[] = [
  'bytes=0-0',
  'bytes=-1',
  'bytes=-0',
  'bytes=0-',
  'bytes=5-1',
  'bytes=999999999-',
  'bytes=0-18446744073709551616',
  'bytes=-18446744073709551616',
  'bytes=9007199254740993-',
  'bytes=0x0-0x1',
  'bytes=1.5-2',
  'bytes=a-b',
  'bytes=',
  'bytes',
  'items=0-1',
  'bytes=0-1,2-3',
  `bytes=${'0-,'.repeat(1000)}0-`,
  `bytes=${'0'.repeat(5000)}-`,
  'bytes=0-1; x',
  'BYTES=0-1',
]

const CONDITIONS: readonly Record<string, string>[] = [
  { 'if-none-match': '*' },
  { 'if-none-match': '"' },
  { 'if-none-match': '"a",'.repeat(2000) },
  { 'if-modified-since': 'yesterday' },
  { 'if-modified-since': '9999999999999' },
  { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'if-range': '"', range: 'bytes=0-1' },
  { 'if-range': 'Thu, 99 Foo 9999', range: 'bytes=0-1' },
]

/** A partial response is a part of the image, and Content-Length is the length of the body. */
export async function abuseMedia({ testData, client, answers, findings }: Abuse): Promise<void> {
  const person = await testData.person()
  const image = await plain('png', 60, 40)
  const { path } = (await upload(person.bearer, image)).body
  const headerSets = [...RANGES.map(range => ({ range })), ...CONDITIONS]
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']
  const requests = methods.flatMap(method => headerSets.map(headers => ({ method, headers })))
  await inParallel(requests, async ({ method, headers }) => {
    const label = `${method} with ${JSON.stringify(headers).slice(0, 80)}`
    const answer = await client.send({ method, path: `/media/${path}`, headers })
    answers.checkPage(answer, label)
    const { status, body } = answer
    if (method !== 'GET') return
    const length = Number(answer.headers['content-length'])
    findings.check([200, 206, 304, 416].includes(status), `${label}: ${status}`)
    findings.check(
      status === 304 || length === body.length,
      `${label}: Content-Length is ${length}, the body has ${body.length}`,
    )
    if (status === 200) findings.check(body.equals(image), `${label}: not the image`)
    if (status === 206) findings.check(image.includes(body), `${label}: not a part of the image`)
  })
  const after = await client.send({ method: 'GET', path: `/media/${path}` })
  findings.check(after.body.equals(image), 'the image is gone')
}

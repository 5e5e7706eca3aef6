import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type MultipartError, readMultipart } from './multipart-form.ts'

const TYPE = 'multipart/form-data; boundary=X'

const requestOf = (chunks: Iterable<Buffer> | AsyncIterable<Buffer>) => Readable.from(chunks, { objectMode: false })

function* cut(body: Buffer, sizes: readonly number[]) {
  for (let at = 0, i = 0; at < body.length; i++) {
    const size = sizes[i % sizes.length]!
    yield body.subarray(at, at + size)
    at += size
  }
}

interface Part {
  readonly name: string | undefined
  readonly body: Buffer
}

async function readAll(request: Readable, maxBytes = 1e9, type = TYPE): Promise<Part[]> {
  const parts: Promise<Part>[] = []
  await readMultipart(request, type, {
    maxBytes,
    onPart:
      ({ name }) =>
      async body => {
        const part = buffer(body).then(bytes => ({ name, body: bytes }))
        parts.push(part)
        await part
      },
  })
  return Promise.all(parts)
}

const read = (body: Buffer | string, sizes: readonly number[] = [1_000_000]) =>
  readAll(requestOf(cut(Buffer.from(body), sizes)))

const malformed = (error: MultipartError) => error.kind === 'malformed'

const formOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, body }) => [
      Buffer.from(`--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--X--\r\n'),
  ])

const part = (body: string): Part => ({ name: 'file', body: Buffer.from(body) })

describe('readMultipart', () => {
  it('returns every part, however the body is split into chunks', async () => {
    // Bytes that look like the beginning of a boundary are the difficult ones.
    const nearBoundary = fc.constantFrom('\r', '\n', '-', '\r\n--', '\r\n-', 'X', 'a', '\r\n--Y')
    const content = fc.array(nearBoundary, { maxLength: 20 }).map(texts => Buffer.from(texts.join('')))
    const unambiguous = content.filter(body => !Buffer.concat([Buffer.from('\r\n'), body]).includes('\r\n--X'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(unambiguous, { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (bodies, sizes) => {
          const parts = bodies.map((body, i) => ({ name: `f${i}`, body }))
          assert.deepEqual(await read(formOf(parts), sizes), parts)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('ignores everything before the first boundary and after the last, in the same chunk or a later one', async () => {
    const body = Buffer.concat([
      Buffer.from('preamble\r\n'),
      formOf([part('data')]),
      Buffer.from('epilogue\r\n--X\r\n'),
    ])
    for (const size of [1, 7, 10_000]) assert.deepEqual(await read(body, [size]), [part('data')])
  })

  it('rejects a body that is cut off, at whatever position', async () => {
    const whole = formOf([part('some data')])
    for (let length = 0; length < whole.length - 2; length++) {
      for (const size of [1, 1000])
        await assert.rejects(read(whole.subarray(0, length), [size]), malformed, `${length}`)
    }
  })

  it('rejects bodies that are not forms, and headers without an end', async () => {
    for (const body of ['', 'hello', '--X\n\nLF only\n--X--\n', '--Xtra\r\n\r\n', `--X\r\n${'a'.repeat(100_000)}`]) {
      await assert.rejects(read(body), malformed, body.slice(0, 20))
    }
    assert.deepEqual(await read('--X\r\nContent-Disposition: form-data; name="file"\r\n--X--\r\n'), [])
    const many = `--X\r\n${'a: b\r\n'.repeat(100_000)}\r\ndata\r\n--X--\r\n`
    assert.deepEqual(await read(many), [{ name: undefined, body: Buffer.from('data') }])
  })

  it('finds the boundary quoted or plain, in any case, and rejects a missing or overlong one', async () => {
    const readWith = (parameters: string) =>
      readAll(requestOf([formOf([part('data')])]), 1e9, `multipart/form-data${parameters}`)
    for (const good of ['; boundary=X', '; charset=utf-8; Boundary="X"; x=y']) {
      assert.equal((await readWith(good)).length, 1)
    }
    for (const bad of ['', '; boundary=', `; boundary="${'a'.repeat(300)}"`]) {
      await assert.rejects(readWith(bad), malformed)
    }
  })

  it('applies backpressure: it reads from the sender only as fast as the part is read', async () => {
    let sent = 0
    function* endless() {
      yield Buffer.from('--X\r\n\r\n')
      for (;;) {
        sent += 16_384
        yield Buffer.alloc(16_384)
      }
    }
    const { promise: stopped, reject: stop } = Promise.withResolvers<void>()
    const reading = readMultipart(requestOf(endless()), TYPE, { maxBytes: 1e9, onPart: () => () => stopped })
    for (let i = 0; i < 1000; i++) await new Promise(setImmediate)
    stop(new Error('enough'))
    await assert.rejects(reading, /enough/)
    assert.ok(sent < 1_000_000, `${sent} bytes`)
  })

  it('rejects a body that is too large or disconnected, only after the part handlers have ended', async () => {
    async function* forever() {
      yield Buffer.from('--X\r\n\r\n')
      for (;;) yield await new Promise<Buffer>(resolve => setImmediate(resolve, Buffer.alloc(1000)))
    }
    let ended = false
    const onPart = () => (body: Readable) =>
      buffer(body).then(
        () => assert.fail(),
        () => {
          ended = true
        },
      )
    await assert.rejects(
      readMultipart(requestOf(forever()), TYPE, { maxBytes: 50_000, onPart }),
      (error: MultipartError) => ended && error.kind === 'too_large',
    )
    ended = false
    const cutOff = requestOf(forever())
    setTimeout(() => cutOff.destroy(), 20)
    await assert.rejects(
      readMultipart(cutOff, TYPE, { maxBytes: 1e9, onPart }),
      (error: MultipartError) => ended && error.kind === 'connection_lost',
    )
  })

  it('rejects at once when the connection was lost before it began to read', { timeout: 5000 }, async () => {
    const lost = requestOf([Buffer.from(formOf([part('text')]))])
    lost.destroy()
    await once(lost, 'close')
    await assert.rejects(readAll(lost), (error: MultipartError) => error.kind === 'connection_lost')
  })
})

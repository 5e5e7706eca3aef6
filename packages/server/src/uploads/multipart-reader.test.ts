import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { boundaryOf, MultipartError, MultipartReader } from './multipart-reader.ts'

/** All parts of a body that arrives in pieces of the given sizes, over and over. */
async function readAll(body: Buffer, sizes: readonly number[] = [body.length || 1], boundary = 'X') {
  async function* arrive() {
    for (let at = 0, i = 0; at < body.length; i++) {
      const size = sizes[i % sizes.length]!
      yield body.subarray(at, at + size)
      at += size
    }
  }
  const reader = new MultipartReader(arrive(), boundary)
  const parts: { name: string | undefined; body: Buffer }[] = []
  for (let part = await reader.nextPart(); part !== undefined; part = await reader.nextPart()) {
    const chunks: Buffer[] = []
    for (let chunk = await reader.readBody(); chunk !== undefined; chunk = await reader.readBody()) chunks.push(chunk)
    parts.push({ name: part.name, body: Buffer.concat(chunks) })
  }
  return parts
}

const form = (parts: readonly { name: string; body: Buffer }[], boundary = 'X'): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, body }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

describe('MultipartReader', () => {
  it('gives back every part, however the body is cut up on its way', async () => {
    // Bytes that look like the beginning of a boundary are the hard ones.
    const tricky = fc.constantFrom('\r', '\n', '-', '\r\n--', '\r\n-', 'X', 'a', '\r\n--Y')
    const content = fc.array(tricky, { maxLength: 20 }).map(texts => Buffer.from(texts.join('')))
    const honest = content.filter(body => !Buffer.concat([Buffer.from('\r\n'), body]).includes('\r\n--X'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(honest, { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (bodies, sizes) => {
          const parts = bodies.map((body, i) => ({ name: `f${i}`, body }))
          assert.deepEqual(await readAll(form(parts), sizes), parts)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('passes over what stands before the first boundary and after the last', async () => {
    const parts = [{ name: 'file', body: Buffer.from('data') }]
    const body = Buffer.concat([Buffer.from('preamble\r\n'), form(parts), Buffer.from('epilogue\r\n--X\r\n')])
    assert.deepEqual(await readAll(body), parts)
  })

  it('skips what the caller does not read of a part', async () => {
    async function* arrive() {
      yield form([
        { name: 'a', body: Buffer.alloc(100_000) },
        { name: 'b', body: Buffer.from('!') },
      ])
    }
    const reader = new MultipartReader(arrive(), 'X')
    assert.equal((await reader.nextPart())?.name, 'a')
    assert.equal((await reader.nextPart())?.name, 'b')
  })

  it('ends with an error wherever the body breaks off', async () => {
    const whole = form([{ name: 'file', body: Buffer.from('data') }])
    for (let length = 0; length < whole.length - 2; length++) {
      await assert.rejects(readAll(whole.subarray(0, length)), MultipartError, `${length} bytes`)
    }
  })

  it('refuses bodies that are no form', async () => {
    const bodies = [
      'hello',
      '--X\n\nLF only\n--X--\n',
      '--Xtra\r\n\r\n',
      `--X\r\n${'a: b\r\n'.repeat(10_000)}\r\n`,
      `--X\r\n${'a'.repeat(100_000)}`,
    ]
    for (const body of bodies) await assert.rejects(readAll(Buffer.from(body)), MultipartError, body.slice(0, 20))
  })
})

describe('boundaryOf', () => {
  it('finds the boundary, quoted or plain, in any case', () => {
    assert.equal(boundaryOf('multipart/form-data; boundary=abc'), 'abc')
    assert.equal(boundaryOf('multipart/form-data; charset=utf-8; Boundary="a b;c"; x=y'), 'a b;c')
  })

  it('finds none where there is none, or one beyond all measure', () => {
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary="${'a'.repeat(300)}"`,
    ]) {
      assert.equal(boundaryOf(type), undefined)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePartHeaders } from './part-headers.ts'

const named = (rest: string) =>
  parsePartHeaders({ 'content-disposition': [`form-data; name="file"; ${rest}`] }).fileName

describe('parsePartHeaders', () => {
  it('reads name, file name and type, in any case and order', () => {
    assert.deepEqual(
      parsePartHeaders({
        'content-type': ['Image/PNG; x=y'],
        'content-disposition': ['form-data;filename=a.png;NAME=file'],
      }),
      {
        name: 'file',
        fileName: 'a.png',
        contentType: 'image/png',
      },
    )
  })

  it('decodes the escapes of browsers and of other clients', () => {
    assert.equal(named('filename="a%22b.png"'), 'a"b.png')
    assert.equal(named(String.raw`filename="a\"b.png"; x=y`), 'a"b.png')
    assert.equal(named(String.raw`filename="C:\pictures\a.png"`), String.raw`C:\pictures\a.png`)
    assert.equal(named('filename="a;b=c.png"'), 'a;b=c.png')
  })

  it('prefers the extended form, unless it is malformed', () => {
    assert.equal(named(`filename="plain.png"; filename*=UTF-8''%e6%97%a5%e6%9c%ac.png`), '日本.png')
    assert.equal(named(`filename*=iso-8859-1'de'%FCber.png; filename="plain.png"`), 'über.png')
    assert.equal(named(`filename="plain.png"; filename*=UTF-8''%ff.png`), 'plain.png')
    assert.equal(named(`filename="plain.png"; filename*=klingon''x.png`), 'plain.png')
  })

  it('decodes UTF-8, and reads invalid UTF-8 as Latin-1', () => {
    const sent = (bytes: Buffer) => named(`filename="${bytes.toString('latin1')}"`)
    assert.equal(sent(Buffer.from('日本.png')), '日本.png')
    assert.equal(sent(Buffer.from('über.png', 'latin1')), 'über.png')
  })

  it('finds no name if the header is missing, of another kind, or malformed', () => {
    const nothing = { name: undefined, fileName: undefined, contentType: undefined }
    for (const headers of [{}, ...['attachment; name="file"', 'form-data', ':::', ''].map(disposition)]) {
      assert.deepEqual(parsePartHeaders(headers), nothing)
    }
  })
})

const disposition = (value: string) => ({ 'content-disposition': [value] })

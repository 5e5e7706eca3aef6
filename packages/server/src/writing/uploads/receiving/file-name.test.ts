import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanFileName } from './file-name.ts'

describe('cleanFileName', () => {
  it('leaves names as they are, in every script, with quotes, spaces and emoji', () => {
    for (const name of [
      'a.png',
      'Über uns – "neu".jpg',
      '日本 語.webp',
      '👩‍🚀.gif',
      `${'a'.repeat(300)}.png`,
      '.hidden',
    ]) {
      assert.equal(cleanFileName(name, 'image.png'), name)
    }
  })

  it('removes folders, control characters and text direction marks', () => {
    assert.equal(cleanFileName('../../etc/passwd', 'image.png'), 'passwd')
    assert.equal(cleanFileName('C:\\fakepath\\a.png', 'image.png'), 'a.png')
    assert.equal(cleanFileName('a\0b\r\n\x7f\x9fc.png', 'image.png'), 'abc.png')
    assert.equal(cleanFileName('\u202egnp.exe', 'image.png'), 'gnp.exe')
    assert.equal(cleanFileName('a\ud800.png', 'image.png'), 'a\ufffd.png')
  })

  it('returns a default name if nothing is left', () => {
    for (const name of [undefined, '', '   ', '.', '..', 'folder/', '\0\0']) {
      assert.equal(cleanFileName(name, 'image.png'), 'image.png')
    }
  })

  it('cuts names that are too long for file systems, between characters', () => {
    assert.equal(cleanFileName('😀'.repeat(5000), 'image.png'), '😀'.repeat(1000))
  })
})

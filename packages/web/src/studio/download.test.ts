import assert from 'node:assert/strict'
import { test } from 'node:test'
import { download } from './download.ts'

test('the address of a download stays valid for a minute, because browsers read it some time after the click', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const revoked = t.mock.method(URL, 'revokeObjectURL')
  const link = { href: '', download: '', click: () => {} }
  Object.assign(globalThis, { document: { createElement: () => link } })
  t.after(() => Reflect.deleteProperty(globalThis, 'document'))

  download(new Blob(['text']), 'text.md')
  assert.equal(link.download, 'text.md')
  t.mock.timers.tick(59_999)
  assert.equal(revoked.mock.callCount(), 0)
  t.mock.timers.tick(1)
  assert.deepEqual(revoked.mock.calls[0]?.arguments, [link.href])
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EnvironmentReader } from './environment-reader.ts'

/** The value, or the word "error" if the setting is invalid. */
function read<T>(value: string, take: (reader: EnvironmentReader) => T): T | 'error' {
  const reader = new EnvironmentReader({ X: value })
  const taken = take(reader)
  try {
    reader.finish()
    return taken
  } catch {
    return 'error'
  }
}

describe('an environment reader', () => {
  it('collects all errors and throws them together', () => {
    const reader = new EnvironmentReader({ A: 'x', B: 'y' })
    reader.integer('A', 1, {})
    reader.oneOf('B', ['on', 'off'])
    reader.error('C', 'does not go with A')
    assert.throws(() => reader.finish(), {
      name: 'SettingsError',
      message:
        'The settings do not allow a start:\n' +
        '  A: "x" is not a whole number of 0 or more\n' +
        '  B: "y" is none of on, off\n' +
        '  C: does not go with A',
    })
  })

  it('accepts whole numbers in their range and nothing that only looks like one', () => {
    const integer = (value: string) => read(value, reader => reader.integer('X', 7, { min: 1, max: 100 }))
    assert.deepEqual([integer('1'), integer(' 100 '), integer('')], [1, 100, 7])
    for (const value of ['0', '101', '-1', '+1', '1.0', '1e1', '0x10', 'ten', '1 0']) {
      assert.equal(integer(value), 'error', value)
    }
  })

  it('accepts origins, not full URLs', () => {
    const origins = (value: string) => read(value, reader => reader.origins('X'))
    assert.deepEqual(origins(' https://a.example ,, http://localhost:5173 '), [
      'https://a.example',
      'http://localhost:5173',
    ])
    for (const value of ['https://a.example/', 'a.example', '*', 'https://a.example/x', 'HTTPS://A.example', 'null']) {
      assert.equal(origins(value), 'error', value)
    }
  })

  it('accepts proxies by address, by network or by their number; true means one', () => {
    const proxies = (value: string) => read(value, reader => reader.trustProxy('X'))
    assert.equal(proxies(''), false)
    assert.equal(proxies('false'), false)
    assert.equal(proxies('true'), 1)
    assert.equal(proxies('1'), 1)
    assert.equal(proxies('3'), 3)
    assert.equal(proxies('0'), false)
    const all = ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1', 'loopback']
    assert.deepEqual(proxies(all.join(', ')), all)
    for (const value of [
      'yes',
      '-1',
      '1.5',
      '1,2',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      '300.1.1.1',
      'true,10.0.0.1',
    ]) {
      assert.equal(proxies(value), 'error', value)
    }
  })

  it('accepts URLs of the required protocols only', () => {
    const url = (value: string) => {
      const found = read(value, reader => reader.baseUrl('X', 'http://localhost', ['http:', 'https:']))
      return found === 'error' ? found : found.href
    }
    assert.equal(url('https://galley.example'), 'https://galley.example/')
    assert.equal(url(''), 'http://localhost/')
    for (const value of ['ftp://galley.example', 'galley.example', 'javascript:0'])
      assert.equal(url(value), 'error', value)
  })
})

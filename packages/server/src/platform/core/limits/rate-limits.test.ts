import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addressKey } from './rate-limits.ts'

it('an IPv6 /64 network counts as one client, and an IPv4 address counts the same in every notation', () => {
  assert.equal(addressKey('2001:db8:1:2::1'), addressKey('2001:db8:1:2:ffff::9'))
  assert.notEqual(addressKey('2001:db8:1:2::1'), addressKey('2001:db8:1:3::1'))
  assert.notEqual(addressKey('192.0.2.1'), addressKey('192.0.2.2'))
  assert.equal(addressKey('::ffff:192.0.2.1'), addressKey('192.0.2.1'))
})

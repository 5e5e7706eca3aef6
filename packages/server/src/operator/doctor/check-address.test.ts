import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assessProxy } from './check-address.ts'

const FORGED = '192.0.2.1'
const READER = '203.0.113.7'
const PROXY = '10.0.0.2'

const verdict = (forwarded_for: string | null, client_address: string, trustProxy: false | number | string[]) =>
  assessProxy({ client_address, forwarded_for }, trustProxy).verdict

it('a server without a proxy is fine only if it trusts none', () => {
  assert.equal(verdict(FORGED, READER, false), 'ok')
  assert.equal(verdict(FORGED, FORGED, 1), 'failed')
})

it('a server behind a proxy must trust it, whether the proxy keeps or drops what the client sent', () => {
  for (const forwarded of [`${FORGED}, ${READER}`, READER]) {
    assert.equal(verdict(forwarded, READER, 1), 'ok')
    assert.equal(verdict(forwarded, READER, ['10.0.0.0/8']), 'ok')
    assert.equal(verdict(forwarded, PROXY, false), 'failed')
  }
})

it('too many trusted proxies let a client choose its address, and too few count the proxy', () => {
  assert.equal(verdict(`${FORGED}, ${READER}`, FORGED, 2), 'failed')
  assert.equal(verdict(`${FORGED}, ${READER}, ${PROXY}`, PROXY, 1), 'warning')
  assert.equal(verdict(`${FORGED}, ${READER}, ${PROXY}`, READER, 2), 'ok')
})

it('a proxy that sends no address is reported, with the fix', () => {
  const { verdict: found, fix } = assessProxy({ client_address: PROXY, forwarded_for: null }, 1)
  assert.equal(found, 'failed')
  assert.match(fix ?? '', /X-Forwarded-For/)
  assert.match(assessProxy({ client_address: PROXY, forwarded_for: READER }, false).fix ?? '', /TRUST_PROXY=1/)
})

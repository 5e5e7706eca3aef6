import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isPublicAddress } from './public-address.ts'

const dotted = (number: number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join('.')
const anyIpv4 = fc.nat({ max: 0xffffffff }).map(dotted)
const groupsOf = (ipv4: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}
const group = fc.nat({ max: 0xffff })
const written = (groups: number[]) => groups.map(part => part.toString(16)).join(':')

/** Any address of a network, `bits` long. */
function within(network: string, bits: number): fc.Arbitrary<string> {
  const base = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return fc.nat({ max: 2 ** (32 - bits) - 1 }).map(rest => dotted(base + rest))
}

describe('public', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.255.255', '172.32.0.0', '100.63.255.255']) {
    it(`is ${address}`, () => assert.equal(isPublicAddress(address), true))
  }
  for (const address of ['2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888', '2400:cb00::1']) {
    it(`is ${address}`, () => assert.equal(isPublicAddress(address), true))
  }
})

describe('not public', () => {
  const networks: [string, number][] = [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ]
  for (const [network, bits] of networks) {
    it(`is any address of ${network}/${bits}`, () => {
      fc.assert(fc.property(within(network, bits), address => !isPublicAddress(address)))
    })
  }

  it('is any IPv6 address outside 2000::/3 that does not embed an IPv4 address', () => {
    const outside = fc.array(group, { minLength: 8, maxLength: 8 }).filter(([first = 0]) => {
      return first >> 13 !== 1 && first !== 0 && first !== 0x64
    })
    fc.assert(fc.property(outside, groups => !isPublicAddress(written(groups))))
  })

  it('is any text that is not an address', () => {
    for (const text of ['', 'example.com', '1.2.3', '1.2.3.4.5', '1.2.3.256', '::g', '01.2.3.4', '1.2.3.4 ']) {
      assert.equal(isPublicAddress(text), false, text)
    }
    fc.assert(fc.property(fc.string(), text => !isPublicAddress(`${text}.example`)))
  })
})

describe('an IPv6 address that embeds an IPv4 address', () => {
  const forms: Record<string, (ipv4: string) => string> = {
    mapped: ipv4 => `::ffff:${ipv4}`,
    'mapped, in hexadecimal': ipv4 => `::ffff:${groupsOf(ipv4)}`,
    'mapped, in full': ipv4 => `0:0:0:0:0:FFFF:${groupsOf(ipv4)}`,
    NAT64: ipv4 => `64:ff9b::${ipv4}`,
    '6to4': ipv4 => `2002:${groupsOf(ipv4)}::1`,
  }
  for (const [form, write] of Object.entries(forms)) {
    it(`is as public as the embedded address: ${form}`, () => {
      fc.assert(fc.property(anyIpv4, ipv4 => isPublicAddress(write(ipv4)) === isPublicAddress(ipv4)))
      assert.equal(isPublicAddress(write('127.0.0.1')), false)
      assert.equal(isPublicAddress(write('8.8.8.8')), true)
    })
  }

  it('is not public in the IPv4-compatible and local NAT64 forms', () => {
    fc.assert(fc.property(anyIpv4, ipv4 => !isPublicAddress(`::${ipv4}`)))
    fc.assert(fc.property(anyIpv4, ipv4 => !isPublicAddress(`64:ff9b:1::${ipv4}`)))
  })
})

it('gives the same result however it is written, with or without a zone', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(group, fc.constant(0)), { minLength: 8, maxLength: 8 }), groups => {
      const full = written(groups)
      const verdict = isPublicAddress(full)
      assert.equal(isPublicAddress(full.toUpperCase()), verdict)
      assert.equal(isPublicAddress(`${full}%eth0`), verdict)
      assert.equal(isPublicAddress(new URL(`https://[${full}]/`).hostname.slice(1, -1)), verdict)
    }),
  )
})

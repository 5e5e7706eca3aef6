import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 outside public unicast space, from the IANA special-purpose registry. */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Parts of 2000::/3, the only public range of IPv6, that are not public. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [network, bits] of NOT_PUBLIC_V4) blocked.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of NOT_PUBLIC_V6) blocked.addSubnet(network, bits, 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** True for an address that is reachable on the internet; false for everything unknown. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  const groups = ipv6Groups(address)
  const embedded = embeddedIpv4(groups)
  if (embedded !== undefined) return isPublicAddress(embedded)
  const plain = groups.map(group => group.toString(16)).join(':')
  return globalUnicast.check(plain, 'ipv6') && !blocked.check(plain, 'ipv6')
}

/** The IPv4 address inside an IPv6 address: mapped, NAT64 and 6to4. It decides whether the address is public. */
function embeddedIpv4(groups: readonly number[]): string | undefined {
  if (startsWith(groups, 0x64, 0xff9b, 0, 0, 0, 0)) return dotted(groups[6], groups[7])
  if (startsWith(groups, 0x2002)) return dotted(groups[1], groups[2])
  return mappedIpv4(groups)
}

const mappedIpv4 = (groups: readonly number[]): string | undefined =>
  startsWith(groups, 0, 0, 0, 0, 0, 0xffff) ? dotted(groups[6], groups[7]) : undefined

const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
const startsWith = (groups: readonly number[], ...start: number[]) => start.every((group, i) => groups[i] === group)

/**
 * An IPv4 address without its IPv6 form, in any notation: ::ffff:192.0.2.1, as dual-stack sockets write it, is
 * ::ffff:c000:201 too. Others unchanged.
 */
export function unmapped(address: string): string {
  if (!address.includes(':')) return address
  const usual = address.startsWith('::ffff:') ? address.slice(7) : ''
  if (isIPv4(usual)) return usual
  return (isIPv6(address) ? mappedIpv4(ipv6Groups(address)) : undefined) ?? address
}

/** The eight numbers of an IPv6 address in any notation. */
export function ipv6Groups(address: string): number[] {
  const [withoutZone = ''] = address.split('%')
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(withoutZone)
  const hex = (a: string | undefined, b: string | undefined) => ((Number(a) << 8) | Number(b)).toString(16)
  const plain = dotted
    ? `${withoutZone.slice(0, dotted.index)}${hex(dotted[1], dotted[2])}:${hex(dotted[3], dotted[4])}`
    : withoutZone
  const [head = '', tail] = plain.split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)))
  if (tail === undefined) return numbers(head)
  const [before, after] = [numbers(head), numbers(tail)]
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

import { URL_MAX_CHARACTERS } from '@galley/contract/limits'
import { unstorableText } from '../../platform/core/schema-check.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/**
 * Programs whose scheme is not a domain name, as RFC 8252 wants it. No other such scheme is allowed: most of them belong to
 * the operating system or the browser (`ms-msdt:`, `search-ms:`, `smb:`, `chrome:`), and no list of those is complete.
 */
const PROGRAMS = new Set(
  'claude cursor kiro raycast vscode vscode-insiders vscodium warp windsurf zed'.split(' ').map(name => `${name}:`),
)

/** Whether a program may ask to be sent a code at this address: https, this machine, or the scheme of a program. */
export function isAllowedRedirect(address: string): boolean {
  if (address.length > URL_MAX_CHARACTERS || !URL.canParse(address) || address.includes('#')) return false
  if (unstorableText(address).length > 0) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return protocol.includes('.') ? address.startsWith(`${protocol}/`) : PROGRAMS.has(protocol) && address.includes('://')
}

/** Exactly a registered address; on this machine with any port, because programs choose a free one (RFC 8252). */
export function matchesRedirect(registered: readonly string[], asked: string): boolean {
  return isAllowedRedirect(asked) && registered.some(each => each === asked || isSameExceptPort(each, asked))
}

function isSameExceptPort(one: string, other: string): boolean {
  if (!URL.canParse(one)) return false
  const [a, b] = [new URL(one), new URL(other)]
  if (a.protocol !== 'http:' || !LOOPBACK.has(a.hostname)) return false
  a.port = ''
  b.port = ''
  return a.href === b.href
}

import { URL_MAX_CHARACTERS } from '@galley/contract/limits'
import { unstorableText } from '../core/schema-check.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that browsers handle themselves. Others belong to programs, such as `cursor:`. */
const FORBIDDEN = new Set(
  'javascript data vbscript file blob about filesystem view-source ws wss ftp mailto tel'
    .split(' ')
    .map(name => `${name}:`),
)

/** Whether a program may ask to be sent a code at this address: https, this machine, or a scheme of its own. */
export function isAllowedRedirect(address: string): boolean {
  if (address.length > URL_MAX_CHARACTERS || !URL.canParse(address) || address.includes('#')) return false
  if (unstorableText(address).length > 0) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return /^[a-z][a-z0-9+.-]*:\/\//.test(address) && !FORBIDDEN.has(protocol)
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

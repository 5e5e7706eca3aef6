import { REDIRECT_PATH_MAX_CHARACTERS, SLUG_MAX_CHARACTERS } from '@galley/contract/limits'

/** A slug that the server accepts; undefined if nothing is left of it. */
export function readSlug(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const slug = decodePath(given)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
    .replaceAll(/^[-.]+|-+$/g, '')
  const short = [...slug].slice(0, SLUG_MAX_CHARACTERS).join('')
  const isOther = short === '' || short === 'feed.xml' || /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(short)
  return isOther ? undefined : short
}

export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The path of an old address, as redirects store it; undefined if it has none of its own. */
export function oldPath(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, 'http://old.invalid')) return undefined
  const path = decodePath(new URL(address, 'http://old.invalid').pathname).normalize('NFC').replace(/\/+$/, '')
  return path === '' || path.length > REDIRECT_PATH_MAX_CHARACTERS || /\p{Cc}/u.test(path) ? undefined : path
}

export const oldPaths = (...addresses: (string | undefined)[]): string[] => [
  ...new Set(addresses.map(oldPath).filter(path => path !== undefined)),
]

/** Any origin would do: it is only compared. */
const OWN_ORIGIN = 'http://own.invalid'

/**
 * Path, query and hash of an address on this site; the fallback for any other address. The address is parsed like browsers
 * do, and the parsed path is checked: `/.//x` starts with one slash, but its parsed path starts with two, which means
 * another host.
 */
export function localPath(address: string | null | undefined, fallback = '/'): string {
  if (!address?.startsWith('/') || !URL.canParse(address, OWN_ORIGIN)) return fallback
  const { origin, pathname, search, hash } = new URL(address, OWN_ORIGIN)
  const staysHere = origin === OWN_ORIGIN && !/^\/[/\\]/.test(pathname)
  return staysHere ? pathname + search + hash : fallback
}

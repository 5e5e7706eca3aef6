/** Any origin will do: only whether an address stays on it counts. */
const OWN_ORIGIN = 'http://own.invalid'

/**
 * Path, query and hash of an address on this site; the fallback for any other. The address is parsed as browsers do it,
 * and the parsed path is what counts: `/.//x` begins with one slash as text and with two, another host, once it is parsed.
 */
export function localPath(wanted: string | null | undefined, fallback = '/'): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, OWN_ORIGIN)) return fallback
  const { origin, pathname, search, hash } = new URL(wanted, OWN_ORIGIN)
  const staysHere = origin === OWN_ORIGIN && !/^\/[/\\]/.test(pathname)
  return staysHere ? pathname + search + hash : fallback
}

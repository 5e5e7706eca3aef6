/**
 * The router rejects a path that is not valid percent-encoding, such as a link that was cut off. With its percent signs
 * escaped, and a further segment so that no route matches, it is an unknown path like any other in its folder.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = ''] = url.split('?', 1)
  return isDecodable(path) ? url : `${path.replaceAll('%', '%25')}/-${url.slice(path.length)}`
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

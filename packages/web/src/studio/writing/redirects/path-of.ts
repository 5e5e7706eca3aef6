/** The path of an address that was pasted; a path as it is, with a slash before it. */
export function pathOf(given: string): string {
  const text = given.trim()
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return decoded(new URL(text).pathname)
  const path = decoded(text.replace(/[?#].*$/s, ''))
  return path.startsWith('/') ? path : `/${path}`
}

/** The API decodes the paths that it is sent. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** `/posts/:id` and `{ id }` to an address. */
export function urlOf(
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => segment(name, params[name]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value))
  const suffix = search.toString()
  return baseUrl.replace(/\/+$/, '') + filled + (suffix === '' ? '' : `?${suffix}`)
}

/** Every URL parser removes `.` and `..`, encoded or not, so the request would go to another address. */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(`${name} must be a string that can stand in a path, not ${JSON.stringify(value)}`)
  }
  return encodeURIComponent(value)
}

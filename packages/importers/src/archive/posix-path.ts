/** Paths with `/`, as `node:path` handles them; this package runs in browsers too. */

export const baseName = (path: string): string => path.replace(/\/+$/, '').replace(/^.*\//, '')

export function dirName(path: string): string {
  const folder = /^(.*)\/[^/]+\/*$/.exec(path)?.[1]
  return folder ?? '.'
}

/** Resolves `.` and `..`. What leads above the first folder keeps its `..`. */
export function joinPaths(...parts: readonly string[]): string {
  const joined = parts.filter(part => part !== '').join('/')
  const isAbsolute = joined.startsWith('/')
  const kept: string[] = []
  for (const segment of joined.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') kept.push(segment)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!isAbsolute) kept.push(segment)
  }
  return (isAbsolute ? '/' : '') + kept.join('/')
}

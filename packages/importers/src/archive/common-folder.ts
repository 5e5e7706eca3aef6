/**
 * Removes the folder that all paths begin with, which many programs add, unless its name has a meaning in an export.
 * Files that macOS or git add are left out.
 */
export function withoutCommonFolder<Entry>(all: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const entries = [...all].filter(([path]) => !/(^|\/)(__MACOSX|\.DS_Store|\.git)(\/|$)/.test(path))
  const folder = /^[^/]+\//.exec(entries[0]?.[0] ?? '')?.[0]
  const isCommon = folder !== undefined && entries.every(([path]) => path.startsWith(folder))
  if (!isCommon || /^(articles|public|posts|_posts|content|assets)\/$/.test(folder)) return new Map(entries)
  return new Map(entries.map(([path, entry]) => [path.slice(folder.length), entry]))
}

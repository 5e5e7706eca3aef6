import { join, relative } from 'node:path'
import type { ViteServer } from '../../packages/web/src/dev/vite-server.ts'

const ROOT = join(import.meta.dirname, '../..')
/** An editor or a `git switch` changes several files at once. */
const SETTLES_WITHIN_MS = 30

/** Sources that the server process loads. Vite handles the other ones, which only browsers load. */
const SERVER_SOURCE = /^(?:packages\/(?:server|contract|client|markdown|mcp|web)\/src\/.+\.(?:ts|sql)|\.env)$/
const BROWSER_SOURCE = /^packages\/web\/src\/(?:islands|studio|styles|dev)\//

/** Calls `then` with the path of a changed source file of the server. */
export function watchServerSources(watcher: ViteServer['watcher'], then: (path: string) => void): void {
  watcher.add(['server', 'contract', 'client', 'markdown', 'mcp'].map(name => join(ROOT, 'packages', name, 'src')))
  watcher.add(join(ROOT, '.env'))
  let timer: NodeJS.Timeout | undefined
  const onChange = (file: string) => {
    const path = relative(ROOT, file).replaceAll('\\', '/')
    if (!SERVER_SOURCE.test(path) || BROWSER_SOURCE.test(path) || path.endsWith('.test.ts')) return
    clearTimeout(timer)
    timer = setTimeout(() => then(path), SETTLES_WITHIN_MS)
  }
  // Vite has configured the watcher to report only what changes, not what it finds at first.
  watcher.on('change', onChange).on('unlink', onChange).on('add', onChange)
}

import { join } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const TIMEOUT_MS = 600_000
const EXIT_WITHIN_MS = 60_000

/** Runs test files one after the other in this process. The hooks of a file apply to its own tests only. */
export function runGroup(root: string, files: readonly string[]): void {
  for (const file of files) {
    describe(file, { timeout: TIMEOUT_MS }, async () => {
      await import(pathToFileURL(join(root, file)).href)
    })
  }
  after(() => failIfStillRunning(files))
}

/** A server or timer that a test has left open would keep the process alive for ever. */
function failIfStillRunning(files: readonly string[]): void {
  const timer = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    console.error(`A test has left something open (${open}), in one of these files:\n${files.join('\n')}`)
    process.exit(1)
  }, EXIT_WITHIN_MS)
  timer.unref()
}

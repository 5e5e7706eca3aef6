import { join } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const TIMEOUT_MS = 240_000

/** Runs test files one after the other in this process. The hooks of a file apply to its own tests only. */
export function runGroup(root: string, files: readonly string[]): void {
  for (const file of files) {
    describe(file, { timeout: TIMEOUT_MS }, async () => {
      await import(pathToFileURL(join(root, file)).href)
    })
  }
}

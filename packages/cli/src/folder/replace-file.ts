import { randomUUID } from 'node:crypto'
import { chmod, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Replaces a file at once: after a full disk or an interruption the former file is complete. False if the file does not
 * have the expected text (undefined: there is no file), for example because the author has saved it meanwhile. Then
 * nothing is written.
 */
export async function replaceFile(
  file: string,
  text: string | Uint8Array,
  expected: string | undefined,
): Promise<boolean> {
  const draft = join(dirname(file), `.gly-${randomUUID()}`)
  try {
    await writeFile(draft, text, { flag: 'wx' })
    const found = await lstat(file).catch(absentAsUndefined)
    if (found === undefined ? expected !== undefined : !found.isFile() || (await readFile(file, 'utf8')) !== expected) {
      return false
    }
    if (found !== undefined) await chmod(draft, found.mode & 0o7777)
    await rename(draft, file)
    return true
  } catch (error) {
    // The error names the file of the author, not the temporary one.
    throw Object.assign(error as Error, { path: file })
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

function absentAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const MIB = 2 ** 20
/** PostgreSQL writes lock files, a checkpoint and perhaps two segments of its log. */
const SPACE_MIB = 64

const fileIn = (folder: string): string => join(folder, 'space-for-a-start')

/** On a full disk PostgreSQL could not start, so the space that was kept for this is freed. */
export async function useStartSpace(folder: string): Promise<void> {
  if ((await freeBytes(folder)) < SPACE_MIB * MIB) await rm(fileIn(folder), { force: true })
}

/** Keeps space for the next start while there is enough for everything else. */
export async function keepStartSpace(folder: string): Promise<void> {
  if (existsSync(fileIn(folder)) || (await freeBytes(folder)) < 4 * SPACE_MIB * MIB) return
  const part = `${fileIn(folder)}.part`
  try {
    const file = await open(part, 'w')
    try {
      // Some file systems store nothing for zeros.
      for (let written = 0; written < SPACE_MIB; written++) await file.write(randomBytes(MIB))
    } finally {
      await file.close()
    }
    await rename(part, fileIn(folder))
  } finally {
    await rm(part, { force: true })
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

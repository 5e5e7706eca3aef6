import { open } from 'node:fs/promises'

/** Returns when the file survives a power failure. */
export async function syncFile(path: string): Promise<void> {
  await sync(path, 'r+')
}

/** The names in a folder survive a power failure only if the folder is synced, too. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform !== 'win32') await sync(path, 'r')
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

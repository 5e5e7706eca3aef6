import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@galley/contract/identity/languages'
import type { Assets } from '../site-request.ts'

const BASE = '/assets/'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** The URLs of the built files of each entry. */
export async function readAssets(builds: { readonly site: string; readonly studio: string }): Promise<Assets> {
  const [site, studio] = await Promise.all([readManifest(builds.site), readManifest(builds.studio)])
  const siteEntry = entry(site, 'src/islands/main.ts')
  const studioEntry = entry(studio, 'src/studio/main.ts')
  // The entry imports these dynamically at its start. With preload links the browser fetches them at the same time.
  const studioChunks = (language: Language) =>
    chunksOf(studio, ['src/studio/app.tsx', `src/studio/i18n/messages.${language}.ts`])
  const preloads = LANGUAGES.map(language => {
    const chunks = studioChunks(language).filter(chunk => chunk !== studioEntry)
    return [language, chunks.map(chunk => BASE + chunk.file)] as const
  })
  const styles = [studioEntry, ...studioChunks('en')].flatMap(chunk => chunk.css ?? [])
  return {
    site: {
      script: BASE + siteEntry.file,
      style: BASE + entry(site, 'src/styles/site.css').file,
      preloads: importsOf(site, siteEntry).map(chunk => BASE + chunk.file),
    },
    studio: {
      script: BASE + studioEntry.file,
      styles: [...new Set(styles)].map(file => BASE + file),
      preloads: Object.fromEntries(preloads) as Record<Language, string[]>,
    },
  }
}

/** The chunks of these modules, and all that they import. */
function chunksOf(manifest: Manifest, names: readonly string[]): Chunk[] {
  const all = new Set<Chunk>()
  for (const name of names) {
    const chunk = entry(manifest, name)
    all.add(chunk)
    importsOf(manifest, chunk, all)
  }
  return [...all]
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
}

function entry(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`The build has no ${name}. Delete packages/web/dist and start again.`)
  return chunk
}

/** All chunks that a chunk imports, so that the browser can fetch them in parallel. */
function importsOf(manifest: Manifest, start: Chunk, seen = new Set<Chunk>()): Chunk[] {
  for (const name of start.imports ?? []) {
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(chunk)) continue
    seen.add(chunk)
    importsOf(manifest, chunk, seen)
  }
  return [...seen]
}

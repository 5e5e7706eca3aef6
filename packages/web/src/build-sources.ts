import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the folder of each build: the hashes of its source files. */
export const SOURCES_FILE = 'sources.json'

/** The hash of each file, by its path in the repository. */
export type Sources = Readonly<Record<string, string>>

export const readSources = (build: string): Sources => JSON.parse(readFileSync(join(build, SOURCES_FILE), 'utf8'))

export const writeSources = (build: string, sources: Sources): void =>
  writeFileSync(join(build, SOURCES_FILE), JSON.stringify(sources, null, 1))

/** The folder name of the build: the same sources give the same name. */
export const nameOf = (sources: Sources): string => sha256(JSON.stringify(sources)).slice(0, 16)

/** Whether all source files of a build are unchanged. */
export function isCurrent(build: string, root: string): boolean {
  try {
    return Object.entries(readSources(build)).every(([path, hash]) => hashOf(join(root, path)) === hash)
  } catch {
    // A source file was removed, or the build has no list of sources.
    return false
  }
}

export const hashOf = (file: string): string => sha256(readFileSync(file))

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

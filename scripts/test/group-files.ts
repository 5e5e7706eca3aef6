import { dirname } from 'node:path'

/** Few enough that the groups keep all cores busy until the end of a run. */
const MOST_IN_A_GROUP = 6

/**
 * Test files that share a process: those of one folder, or all unit tests of one package. Loading the server takes
 * longer than many of the files take to run. Tests in a browser are first, because they take longest.
 */
export function groupFiles(files: readonly string[]): string[][] {
  const folders = Object.entries(Object.groupBy(files, folderOf))
  return folders
    .toSorted(([a], [b]) => Number(isSlow(b)) - Number(isSlow(a)) || a.localeCompare(b))
    .flatMap(([folder, inFolder = []]) => (isUnit(folder) ? [inFolder] : chunks(inFolder)))
}

const UNIT_TESTS = /^packages\/[^/]+\/src(?=\/)/

const isUnit = (folder: string): boolean => folder.endsWith('/src')

const isSlow = (folder: string): boolean => folder.startsWith('packages/web/test')

const folderOf = (file: string): string => UNIT_TESTS.exec(file)?.[0] ?? dirname(file)

/** Equally long parts, of which none is too long. */
function chunks(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / MOST_IN_A_GROUP)
  return Array.from({ length: count }, (_, i) => files.filter((_file, j) => j % count === i))
}

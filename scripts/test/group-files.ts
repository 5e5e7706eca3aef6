import { dirname } from 'node:path'

/** In the order in which they start: those that take longest come first, so that none runs alone at the end. */
const KINDS = [
  { name: 'in a browser', files: /^packages\/web\/test\/(site|studio)\//, mostInAGroup: 3 },
  { name: 'with a server', files: /^(packages\/[^/]+\/test|proof|scripts)\//, mostInAGroup: 9 },
  { name: 'units', files: /^packages\/[^/]+\/src\//, mostInAGroup: 50 },
] as const

/**
 * Test files that share a process: those of one folder, or all unit tests of a package. Loading the server takes longer
 * than many of the files take to run.
 */
export function groupFiles(files: readonly string[], sizeOf: (file: string) => number): string[][] {
  const sizeOfAll = (group: readonly string[]) => group.reduce((sum, file) => sum + sizeOf(file), 0)
  return KINDS.flatMap(kind => {
    const ofKind = files.filter(file => KINDS.find(({ files }) => files.test(file)) === kind)
    const folderOf = (file: string) => (kind.name === 'units' ? kind.files.exec(file)![0] : dirname(file))
    return Object.values(Object.groupBy(ofKind, folderOf))
      .flatMap((inFolder = []) => parts(inFolder, kind.mostInAGroup))
      .toSorted((a, b) => sizeOfAll(b) - sizeOfAll(a))
  })
}

/** Equally long parts, of which none is too long. */
function parts(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most)
  return Array.from({ length: count }, (_, i) => files.filter((_file, j) => j % count === i))
}

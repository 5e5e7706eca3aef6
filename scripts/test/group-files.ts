/** In the order in which they start: those that take longest come first, so that none runs alone at the end. */
const KINDS = [
  { files: /[.]browser[.]test[.]ts$/, mostInAGroup: 4 },
  { files: /^(packages\/[^/]+\/test|proof|scripts)\//, mostInAGroup: 18 },
  { files: /^packages\/[^/]+\/src\//, mostInAGroup: 100 },
] as const

/** Test files of a package that share a process. Loading the server takes longer than many of the files take to run. */
export function groupFiles(files: readonly string[], sizeOf: (file: string) => number): string[][] {
  const bySize = files.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return KINDS.flatMap(kind => {
    const ofKind = bySize.filter(file => KINDS.find(({ files }) => files.test(file)) === kind)
    const packages = Object.groupBy(ofKind, file => kind.files.exec(file)![0])
    return Object.values(packages).flatMap((ofPackage = []) => parts(ofPackage, kind.mostInAGroup))
  })
}

/** Equally long parts, of which none is too long. Each gets large and small files. */
function parts(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most)
  return Array.from({ length: count }, (_, i) => files.filter((_file, j) => j % count === i))
}

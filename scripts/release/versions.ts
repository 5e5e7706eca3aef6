/** The version of all packages, and a check that they agree. Run by `npm run check`. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

interface Manifest {
  readonly name: string
  readonly version?: string
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

export const readVersion = (): string => readManifest(ROOT).version ?? 'none'

/** Packages with another version than the project, and dependencies on another version of our own packages. */
export function findVersionIssues(root = ROOT): string[] {
  const project = readManifest(root)
  const folders = globSync([...(project.workspaces ?? [])], { cwd: root }).filter(folder => !folder.includes('.'))
  const packages = folders.map(folder => readManifest(join(root, folder)))
  const own = new Set(packages.map(({ name }) => name))
  return packages.flatMap(({ name, version, dependencies, devDependencies }) => {
    const wrong = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([dependency, wanted]) => own.has(dependency) && wanted !== project.version,
    )
    return [
      ...(version === project.version
        ? []
        : [`${name} has the version ${version}, and the project ${project.version}`]),
      ...wrong.map(([dependency, wanted]) => `${name} depends on ${dependency} ${wanted}, not ${project.version}`),
    ]
  })
}

if (import.meta.main) {
  const issues = findVersionIssues()
  for (const issue of issues) console.error(`${issue}. Correct its package.json and run npm install.`)
  process.exitCode = issues.length === 0 ? 0 : 1
}

import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundleCommandLine } from './bundle-command-line.ts'
import { readRepositoryField } from './repository-field.ts'

/** The packages that are published, in the order in which they are built. */
export const PACKAGES = ['client', 'contract', 'markdown', 'cli'] as const
export type PackageName = (typeof PACKAGES)[number]

const ROOT = join(import.meta.dirname, '../..')

interface Manifest {
  readonly exports?: Record<string, string>
  readonly bin?: Record<string, string>
  readonly [field: string]: unknown
}

/**
 * Writes a package as it is published. Inside the repository the sources are used directly, so `package.json` names those.
 * The published manifest is the same with the compiled files.
 */
export async function buildPackage(name: PackageName, into: string): Promise<void> {
  const source = join(ROOT, 'packages', name)
  await rm(into, { recursive: true, force: true })
  await mkdir(into, { recursive: true })
  const manifest: Manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  await cp(join(source, 'README.md'), join(into, 'README.md'))
  await cp(join(ROOT, 'LICENSE'), join(into, 'LICENSE'))
  if (manifest.bin) await bundleCommandLine(source, into)
  else await compile(source, join(into, 'lib'))
  const repository = await readRepositoryField(ROOT, name)
  const written = { ...published(manifest), ...(repository && { repository }) }
  await writeFile(join(into, 'package.json'), `${JSON.stringify(written, null, 2)}\n`)
}

function published(manifest: Manifest): Record<string, unknown> {
  const { private: _, scripts, devDependencies, ...kept } = manifest
  if (kept.exports === undefined) {
    // A bundle has no dependencies: their code is inside.
    const { dependencies, ...alone } = kept
    return { ...alone, files: ['lib', 'THIRD-PARTY-LICENSES.txt'], bin: { gly: './lib/gly.mjs' } }
  }
  const sources = Object.entries(kept.exports).filter(([, file]) => file.startsWith('./src/'))
  const exports = sources.map(([name, file]) => [name, compiled(file)])
  const main = kept.exports['.']
  return {
    ...kept,
    files: ['lib'],
    ...(main !== undefined && { types: compiled(main).types }),
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
  }
}

function compiled(source: string): { types: string; default: string } {
  const output = source.replace('./src/', './lib/')
  return { types: output.replace(/\.ts$/, '.d.ts'), default: output.replace(/\.ts$/, '.js') }
}

async function compile(source: string, outDir: string): Promise<void> {
  const typescript = dirname(fileURLToPath(import.meta.resolve('typescript/package.json')))
  const args = [join(typescript, 'bin/tsc'), '--project', join(source, 'tsconfig.build.json'), '--outDir', outDir]
  await promisify(execFile)(process.execPath, args).catch(error => {
    throw new Error(`The package does not compile:\n${error.stdout}`)
  })
  await nameOutput(outDir)
}

/** The compiler keeps the names of the sources in declarations, where most tools look for those of the output. */
async function nameOutput(folder: string): Promise<void> {
  for await (const file of glob('**/*.d.ts', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), text.replace(/((?:from |import\()'\.[^']+)\.ts'/g, "$1.js'"))
  }
}

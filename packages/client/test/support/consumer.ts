import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPackage } from '../../../../scripts/packages/build-package.ts'

const run = promisify(execFile)
const folderOf = (name: string) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))

/** A project outside the repository that has the package, and nothing else. */
export interface Consumer {
  readonly folder: string
  /** Where the package is. */
  readonly installed: string
  write(name: string, content: string | Uint8Array): Promise<string>
  /** Runs one of the project's files with Node, and returns its output. */
  run(file: string, env?: Record<string, string>, flags?: readonly string[]): Promise<string>
  /** Type-checks files, including declarations; returns the compiler's messages, which should be empty. */
  check(files: readonly string[], options: object): Promise<string>
  remove(): Promise<void>
}

/** The types of Node, for a project that has no DOM. */
export const NODE_TYPES = {
  lib: ['es2023'],
  types: ['node'],
  typeRoots: [dirname(folderOf('@types/node'))],
  skipDefaultLibCheck: true,
}
export const BROWSER_TYPES = { lib: ['es2023', 'dom', 'dom.iterable'], types: [] }

/** With the package as it is built. */
export async function createConsumer(): Promise<Consumer> {
  const consumer = await createEmptyProject()
  await buildPackage('client', consumer.installed)
  return consumer
}

/** Like a release: build, `npm pack`, and `npm install` of the tarball in the other project. */
export async function createConsumerOfTarball(): Promise<Consumer & { readonly tarball: Uint8Array }> {
  const consumer = await createEmptyProject()
  const { folder } = consumer
  const built = join(folder, 'built')
  await buildPackage('client', built)
  const npm = (args: string) => run('npm', [...args.split(' '), '--offline', '--silent'], { cwd: folder })
  const { stdout: name } = await npm('pack ./built')
  await npm(`install ./${name.trim()} --no-audit --no-fund`)
  const tarball = await readFile(join(folder, name.trim()))
  await rm(built, { recursive: true })
  return { ...consumer, tarball: new Uint8Array(tarball) }
}

async function createEmptyProject(): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-consumer-'))
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  await write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  return {
    folder,
    installed: join(folder, 'node_modules/@galley/client'),
    write,
    run: async (file, env = {}, flags = []) => {
      const { PATH = '' } = process.env
      const { stdout } = await run(process.execPath, [...flags, file], { cwd: folder, env: { PATH, ...env } })
      return stdout
    },
    check: async (files, options) => {
      const strict = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2022',
      }
      const config = { compilerOptions: { ...strict, ...options }, files }
      const project = await write('tsconfig.json', JSON.stringify(config))
      const tsc = join(folderOf('typescript'), 'bin/tsc')
      return run(process.execPath, [tsc, '--project', project]).then(
        ({ stdout }) => stdout,
        error => error.stdout,
      )
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

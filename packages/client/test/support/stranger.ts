import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from '../../build.ts'

const run = promisify(execFile)
const folderOf = (name: string) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))

/** The project of somebody who installed the built package and nothing else. */
export interface Stranger {
  readonly folder: string
  /** Where the package is installed. */
  readonly installed: string
  write(name: string, content: string | Uint8Array): Promise<string>
  /** Runs one of the project's files with Node, and answers what it printed. */
  run(file: string, env?: Record<string, string>, flags?: readonly string[]): Promise<string>
  /** Type-checks files, declarations included; answers what the compiler says, which should be nothing. */
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

export async function createStranger(): Promise<Stranger> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-stranger-'))
  const installed = join(folder, 'node_modules/@galley/client')
  await build(installed)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }))
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  return {
    folder,
    installed,
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

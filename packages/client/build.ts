/**
 * The package as it is published: `node packages/client/build.ts` writes it to `packages/client/dist`. It is compiled
 * from a copy of the sources in which the types are written out, for platforms with web standards and nothing else.
 */
import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { modelsFromContract } from './models-from-contract.ts'

const here = import.meta.dirname

export async function build(into: string): Promise<void> {
  await rm(into, { recursive: true, force: true })
  await mkdir(into, { recursive: true })
  await writeFile(join(into, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
  await cp(join(here, 'README.md'), join(into, 'README.md'))
  await cp(join(here, '../../LICENSE'), join(into, 'LICENSE'))

  const source = join(into, 'src')
  await cp(join(here, 'src'), source, { recursive: true, filter: path => !path.endsWith('.test.ts') })
  await writeFile(
    join(source, 'models.ts'),
    await modelsFromContract(await readFile(join(here, 'src/models.ts'), 'utf8')),
  )
  await compile(source, join(into, 'lib'))
  await rm(source, { recursive: true })
}

async function manifest(): Promise<Record<string, unknown>> {
  const { name, version, license } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))
  const entry = (file: string) => ({ types: `./lib/${file}.d.ts`, default: `./lib/${file}.js` })
  return {
    name,
    version,
    description: 'Client of the Galley publishing API, for every platform with fetch',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': entry('client'), './webhooks': entry('verify-webhook'), './package.json': './package.json' },
    files: ['lib'],
  }
}

async function compile(source: string, outDir: string): Promise<void> {
  const project = join(source, 'tsconfig.json')
  const compilerOptions = { rootDir: source, outDir }
  await writeFile(
    project,
    JSON.stringify({ extends: join(here, 'tsconfig.build.json'), compilerOptions, include: ['.'] }),
  )
  const typescript = dirname(fileURLToPath(import.meta.resolve('typescript/package.json')))
  await promisify(execFile)(process.execPath, [join(typescript, 'bin/tsc'), '--project', project]).catch(error => {
    throw new Error(`The package does not compile:\n${error.stdout}`)
  })
  await nameOutput(outDir)
}

/** The compiler leaves the sources' names in declarations, where most tools look for those of the output. */
async function nameOutput(folder: string): Promise<void> {
  for await (const file of glob('**/*.d.ts', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), text.replace(/(from '\.[^']+)\.ts'/g, "$1.js'"))
  }
}

if (import.meta.main) await build(join(here, 'dist'))

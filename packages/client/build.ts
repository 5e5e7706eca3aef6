/**
 * Writes the package as it is published to `dist`: `npm run build -w @galley/client`. Then `npm pack ./packages/client/dist`
 * makes a tarball of it, and `npm publish ./packages/client/dist` publishes it. Inside this repository the sources are
 * used directly, so `package.json` names those; the published manifest is the same with the compiled files.
 */
import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const here = import.meta.dirname

export async function build(into: string): Promise<void> {
  await rm(into, { recursive: true, force: true })
  await mkdir(into, { recursive: true })
  await writeFile(join(into, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
  await cp(join(here, 'README.md'), join(into, 'README.md'))
  await cp(join(here, '../../LICENSE'), join(into, 'LICENSE'))
  await compile(join(into, 'lib'))
}

async function manifest(): Promise<Record<string, unknown>> {
  const {
    private: _,
    scripts,
    devDependencies,
    ...kept
  } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))
  const compiled = (source: string) => {
    const output = source.replace('./src/', './lib/')
    return { types: output.replace(/\.ts$/, '.d.ts'), default: output.replace(/\.ts$/, '.js') }
  }
  const exports = Object.entries<string>(kept.exports).map(([name, source]) => [name, compiled(source)])
  return {
    ...kept,
    files: ['lib'],
    types: compiled(kept.exports['.']).types,
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
  }
}

async function compile(outDir: string): Promise<void> {
  const typescript = dirname(fileURLToPath(import.meta.resolve('typescript/package.json')))
  const args = [join(typescript, 'bin/tsc'), '--project', join(here, 'tsconfig.build.json'), '--outDir', outDir]
  await promisify(execFile)(process.execPath, args).catch(error => {
    throw new Error(`The package does not compile:\n${error.stdout}`)
  })
  await nameOutput(outDir)
}

/** The compiler keeps the names of the sources in declarations, where most tools look for those of the output. */
async function nameOutput(folder: string): Promise<void> {
  for await (const file of glob('**/*.d.ts', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), text.replace(/(from '\.[^']+)\.ts'/g, "$1.js'"))
  }
}

if (import.meta.main) await build(join(here, 'dist'))

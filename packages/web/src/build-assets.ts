/** Builds one part into a folder; both are arguments. Runs in its own process, so that the bundler's memory is freed. */
import { readFileSync, statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { configFor, type Part } from '../vite.config.ts'
import { hashOf, type Sources, writeSources } from './build-sources.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Other files that affect the result; the lock file represents the tools and libraries. */
const TOOLS = ['package-lock.json', 'tsconfig.json', 'packages/web/tsconfig.json', 'packages/web/vite.config.ts']

const [part, outDir] = process.argv.slice(2) as [Part, string]
try {
  const startedMs = Date.now()
  const modules: string[] = []
  await build({ ...configFor(part, outDir), plugins: [listModules(modules)] })
  const files = (await readdir(outDir)).filter(name => /\.(?:js|css|svg)$/.test(name))
  await Promise.all(files.map(name => compress(join(outDir, name))))
  writeSources(outDir, sourcesOf(modules, startedMs))
} catch (error) {
  // Only the message: it names the file and line, while the stack shows the bundler's internals.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

/** Collects the paths of all modules in the bundle. */
function listModules(modules: string[]): Plugin {
  return {
    name: 'list-modules',
    generateBundle() {
      modules.push(...this.getModuleIds())
    },
  }
}

function sourcesOf(modules: readonly string[], startedMs: number): Sources {
  const own = modules.filter(id => id.startsWith(ROOT) && !id.includes('node_modules')).map(id => id.split('?')[0]!)
  const files = [...own.flatMap(withImportedStyles), ...TOOLS.map(path => join(ROOT, path)), import.meta.filename]
  const entries = [...new Set(files)].sort().map(file => {
    // Changed during the build, so its version in the bundle is unknown. An empty hash causes a rebuild at the next start.
    const hash = statSync(file).mtimeMs > startedMs ? '' : hashOf(file)
    return [relative(ROOT, file).replaceAll('\\', '/'), hash] as const
  })
  return Object.fromEntries(entries)
}

/** A style sheet and its imports: the bundler reports them as one module. */
function withImportedStyles(file: string): string[] {
  if (!file.endsWith('.css')) return [file]
  const imports = readFileSync(file, 'utf8').matchAll(/@import\s+(?:url\()?["']([^"']+)["']/g)
  return [file, ...[...imports].flatMap(([, path]) => withImportedStyles(resolve(dirname(file), path!)))]
}

/** Compresses each file once at the highest level, instead of for each request. */
async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, best))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

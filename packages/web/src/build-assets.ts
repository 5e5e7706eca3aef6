/** Runs in a process of its own, so that the bundler's memory is freed afterwards. Arguments: the part, the folder to fill. */
import { readFileSync, statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { configFor, type Part } from '../vite.config.ts'
import { hashOf, type Sources, writeSources } from './build-sources.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Whatever else can change the result; the lock file stands for the tools and libraries. */
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
  // The message alone: it names file and line of the fault, where the stack would show the bundler's own.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

/** Collects every module of the bundle, as the bundler has resolved it. */
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
    // Changed while the build ran: nobody knows which version is in it. An empty hash makes the next start build again.
    const hash = statSync(file).mtimeMs > startedMs ? '' : hashOf(file)
    return [relative(ROOT, file).replaceAll('\\', '/'), hash] as const
  })
  return Object.fromEntries(entries)
}

/** A style sheet and those that it imports: the bundler counts them as one module. */
function withImportedStyles(file: string): string[] {
  if (!file.endsWith('.css')) return [file]
  const imports = readFileSync(file, 'utf8').matchAll(/@import\s+(?:url\()?["']([^"']+)["']/g)
  return [file, ...[...imports].flatMap(([, path]) => withImportedStyles(resolve(dirname(file), path!)))]
}

/** Once and as small as can be, instead of for each reader. */
async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, best))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

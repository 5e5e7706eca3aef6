/**
 * Loads a built module into a context that has the language and web standards, and nothing of Node, and runs a program
 * there. Called with the folder of the library and the program; needs `--experimental-vm-modules`.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createContext, SourceTextModule } from 'node:vm'

const WEB = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'atob',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'setTimeout',
] as const

const [, , lib = '', program = ''] = process.argv
const context = createContext(Object.fromEntries(WEB.map(name => [name, globalThis[name]])))
const modules = new Map<string, SourceTextModule>()

function load(path: string, source = readFileSync(path, 'utf8')): SourceTextModule {
  const module = modules.get(path) ?? new SourceTextModule(source, { context, identifier: path })
  modules.set(path, module)
  return module
}

const main = load(join(lib, 'program.js'), readFileSync(program, 'utf8'))
await main.link((specifier, { identifier }) => load(join(dirname(identifier), specifier)))
await main.evaluate()

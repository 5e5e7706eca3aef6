import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { withImports } from '../../packages/cli/src/preview/site-style.ts'

/**
 * Bundles the command line with its dependencies. The package then installs in a second, works offline, and needs none of
 * the other packages from a registry.
 */
export async function bundleCommandLine(source: string, into: string): Promise<void> {
  const bundle = await rolldown({
    input: join(source, 'gly.mjs'),
    platform: 'node',
    external: /^node:/,
    transform: { target: 'node20' },
    logLevel: 'warn',
  })
  const { output } = await bundle.write({
    dir: join(into, 'lib'),
    format: 'esm',
    entryFileNames: 'gly.mjs',
    chunkFileNames: 'chunks/[name]-[hash].mjs',
  })
  await bundle.close()
  // `gly preview` shows posts with the style of the site.
  const style = new URL('../../packages/web/src/styles/site.css', import.meta.url)
  await writeFile(join(into, 'lib/chunks/site.css'), withImports(style))
  const modules = output.flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  await writeFile(join(into, 'THIRD-PARTY-LICENSES.txt'), await licencesOf(modules))
}

/** The licences of all packages in the bundle, which must accompany their code. */
async function licencesOf(modules: readonly string[]): Promise<string> {
  const folders = modules.flatMap(id => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? [])
  const texts = [...new Set(folders)].sort().map(async folder => {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const file = (await readdir(folder)).find(entry => /^licen[cs]e/i.test(entry))
    const text = file !== undefined && existsSync(join(folder, file)) ? await readFile(join(folder, file), 'utf8') : ''
    return `${name} ${version} (${license})\n\n${text.trim()}\n`
  })
  return (await Promise.all(texts)).join('\n----------------------------------------\n\n')
}

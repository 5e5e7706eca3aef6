/** Runs in a process of its own: the bundler's memory goes when the work is done. Arguments: the part, the folder to fill. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { configFor, type Part } from '../vite.config.ts'

const [part, outDir] = process.argv.slice(2) as [Part, string]
try {
  await build(configFor(part, outDir))
  const files = (await readdir(outDir)).filter(name => /\.(?:js|css|svg)$/.test(name))
  await Promise.all(files.map(name => compress(join(outDir, name))))
} catch (error) {
  // The message alone: it names file and line of the fault, where the stack would show the bundler's own.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

/** Once and as small as can be, instead of for each reader. */
async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, best))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

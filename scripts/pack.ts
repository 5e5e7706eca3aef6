/**
 * `npm run pack`: builds all packages that are published, and makes a tarball of each in `dist/packages`, or in the folder
 * that is given.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage, PACKAGES } from './packages/build-package.ts'

const [given] = process.argv.slice(2)
const folder = given === undefined ? join(import.meta.dirname, '../dist/packages') : resolve(given)

const built = await mkdtemp(join(tmpdir(), 'galley-pack-'))
try {
  if (given === undefined) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of PACKAGES) {
    await buildPackage(name, join(built, name))
    const { stdout } = await promisify(execFile)('npm', ['pack', join(built, name), '--silent'], { cwd: folder })
    process.stdout.write(`${relative(process.cwd(), join(folder, stdout.trim()))}\n`)
  }
} finally {
  await rm(built, { recursive: true, force: true })
}

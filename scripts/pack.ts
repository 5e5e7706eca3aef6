/** `npm run pack`: builds all packages that are published, and makes a tarball of each in `dist/packages`. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage, PACKAGES } from './packages/build-package.ts'

const TARBALLS = join(import.meta.dirname, '../dist/packages')

const built = await mkdtemp(join(tmpdir(), 'galley-pack-'))
try {
  await rm(TARBALLS, { recursive: true, force: true })
  await mkdir(TARBALLS, { recursive: true })
  for (const name of PACKAGES) {
    await buildPackage(name, join(built, name))
    const { stdout } = await promisify(execFile)('npm', ['pack', join(built, name), '--silent'], { cwd: TARBALLS })
    process.stdout.write(`${relative(process.cwd(), join(TARBALLS, stdout.trim()))}\n`)
  }
} finally {
  await rm(built, { recursive: true, force: true })
}

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { findBinaries, program, usableBinaries } from '../../../src/platform/db/embedded/binaries.ts'
import { databaseUserFor } from '../../../src/platform/db/embedded/database-user.ts'
import { defaultDataDir } from '../../../src/platform/db/embedded/embedded-postgres.ts'
import { openDatabaseFolder } from '../../../src/platform/db/embedded/files/database-folder.ts'
import { limitLogSize } from '../../../src/platform/db/embedded/postgres-log.ts'
import { EmbeddedDatabases } from '../../support/database/embedded-databases.ts'

const root = process.getuid?.() === 0
const databases = new EmbeddedDatabases()

describe('the folder of an embedded database', () => {
  it('is rejected with an explanation if it cannot be used', async () => {
    const folder = databases.newFolder()
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const explained = { name: 'DatabaseStartError', message: /file, not a folder.*DATA_DIR/ }
    await assert.rejects(databases.start(file), explained)
    await assert.rejects(databases.start(join(file, 'below')), explained)
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: root ? 0o700 : 0o500 })
    const message = root ? /refuses to run as root.*may not pass through .*closed to/ : /permission denied.*DATA_DIR/
    await assert.rejects(databases.start(join(closed, 'data')), { name: 'DatabaseStartError', message })
    assert.deepEqual(readdirSync(closed), [], 'nothing is left behind')
  })

  it('is `data` in the project, unless the user that replaces root cannot reach it', () => {
    const project = join(databases.newFolder(), 'My Blog')
    mkdirSync(project)
    assert.equal(defaultDataDir(project), join(project, 'data'))
    chmodSync(project, 0o700)
    if (root) assert.match(defaultDataDir(project), /^\/var\/lib\/galley\/My-Blog-[0-9a-f]{8}$/)
    else assert.equal(defaultDataDir(project), join(project, 'data'))
  })

  it('has a log of limited size', () => {
    const log = join(databases.newFolder(), 'postgres.log')
    writeFileSync(log, 'x'.repeat(1000))
    limitLogSize(log)
    assert.equal(statSync(log).size, 1000)
    writeFileSync(log, 'x'.repeat(6_000_000))
    limitLogSize(log)
    assert.equal(statSync(log).size, 0)
    assert.equal(statSync(`${log}.1`).size, 6_000_000)
  })
})

describe('the programs of the embedded database', () => {
  it('work although npm ran no install scripts, and from a folder that only its owner may read', async () => {
    const folder = databases.newFolder()
    const checkout = join(folder, 'checkout')
    const found = findBinaries()
    cpSync(found.folder, join(checkout, 'native'), {
      recursive: true,
      filter: path => !lstatSync(path).isSymbolicLink(),
    })
    const here = { ...found, folder: join(checkout, 'native') }
    const home = await openDatabaseFolder(join(folder, 'data'))
    const lib = (of: string) => readdirSync(join(of, 'lib'))

    assert.equal((await usableBinaries(home, () => {}, here)).folder, here.folder, 'mended in place')
    assert.deepEqual(lib(here.folder), lib(found.folder))

    for (const name of lib(here.folder)) {
      if (lstatSync(join(here.folder, 'lib', name)).isSymbolicLink()) rmSync(join(here.folder, 'lib', name))
    }
    chmodSync(root ? checkout : join(here.folder, 'lib'), root ? 0o700 : 0o500)
    const copied = await usableBinaries(home, () => {}, here)
    assert.equal(basename(copied.folder), `programs-${found.version}`)
    const user = root ? databaseUserFor(home.cluster) : undefined
    const run = spawn(program(copied, 'initdb'), ['--version'], {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(user && { uid: user.uid, gid: user.gid }),
    })
    const [said] = await once(run.stdout.setEncoding('utf8'), 'data')
    assert.match(said, /^initdb \(PostgreSQL\) 18/)
    if (!root) chmodSync(join(here.folder, 'lib'), 0o755)
  })

  it('that do not exist for a platform lead to an error that names DATABASE_URL', () => {
    assert.throws(() => findBinaries('sunos', 'mips'), {
      name: 'DatabaseStartError',
      message: /sunos mips.*DATABASE_URL/,
    })
  })
})

import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Environment, readSettings } from '../../../src/platform/config.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { SettingsError } from '../../../src/platform/core/settings/environment-reader.ts'
import { type Database, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { checkStorageIdentity } from '../../../src/platform/db/storage-identity.ts'
import { runGalley } from '../../support/processes/galley-process.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

let testDatabase: TestDatabase
let database: Database
const folders: string[] = []

before(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.connection, { poolMax: 4 }, await createLogger('silent'))
})
after(async () => {
  await database.close()
  await testDatabase.drop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await database.pool.query('delete from storage_identity')
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-storage-'))
  folders.push(folder)
  return folder
}

const check = (dataDir: string, env: Environment = {}) =>
  checkStorageIdentity(database.db, readSettings({ DATA_DIR: dataDir, ...env }))

const idFile = (dataDir: string) => join(dataDir, 'media', 'storage.id')

describe('a storage folder', () => {
  it('is accepted again, also after it was moved', async () => {
    const [first, moved] = [await newFolder(), await newFolder()]
    await check(first)
    await check(first)
    await cp(first, moved, { recursive: true })
    await rm(first, { recursive: true })
    await check(moved)
  })

  it('is rejected if the database knows another one; the message says how to recover', async () => {
    const [first, second] = [await newFolder(), await newFolder()]
    await check(first)
    const id = (await readFile(idFile(first), 'utf8')).trim()
    await assert.rejects(check(second), error => {
      assert.ok(error instanceof SettingsError)
      assert.match(error.message, /there is no file storage\.id.*STORAGE=s3/)
      return error.message.includes(`write ${id} into ${idFile(second)}`)
    })
    await cp(idFile(first), idFile(second))
    await check(second)
    await writeFile(idFile(second), 'another')
    await assert.rejects(check(second), /storage\.id contains another/)
  })

  it('of one of several nodes that start together is recorded, and the others are rejected', async () => {
    const nodes = [await newFolder(), await newFolder(), await newFolder()]
    const results = await Promise.allSettled(nodes.map(folder => check(folder)))
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    const shared = await newFolder()
    await database.pool.query('delete from storage_identity')
    await Promise.all([check(shared), check(shared), check(shared)])
  })

  it('does not matter with S3', async () => {
    await check(await newFolder())
    await check(await newFolder(), { STORAGE: 's3', S3_BUCKET: 'images' })
  })
})

it('a server with the folder of another node does not start and prints one line', async () => {
  await check(await newFolder())
  const settings = { DATABASE_URL: testDatabase.url, DATA_DIR: await newFolder(), PORT: '0' }
  const { code, stderr } = await runGalley(['serve'], settings)
  assert.equal(code, 1)
  assert.match(stderr, /^The images of this database are not in .*\n$/)
})

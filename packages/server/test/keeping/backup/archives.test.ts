import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { imageVariantsOf } from '@galley/contract/writing/image-names'
import { rotateKey } from '../../../src/keeping/backup/key/rotate-key.ts'
import { FolderLocation } from '../../../src/keeping/backup/location/folder-location.ts'
import { undoRestore } from '../../../src/keeping/backup/restore/undo-restore.ts'
import { readSettings } from '../../../src/platform/config.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { openDatabase } from '../../../src/platform/db/connection/database.ts'
import { openSecretBox } from '../../../src/platform/db/secret-key.ts'
import { indexUploads } from '../../../src/writing/uploads/index-uploads.ts'
import {
  type ArchiveFiles,
  backUp,
  contentOf,
  editArchive,
  restore,
  runQuery,
  startTarget,
  temporaryFolder,
} from '../../support/backup.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost } from '../../support/posts/posts.ts'
import { upload } from '../../support/posts/upload.ts'
import { CommandProcess } from '../../support/processes/command-process.ts'
import { TEST_SECRET_KEY, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const NAME = 'complete.tar.zst'
const CHANGED = 'changed.tar.zst'

let folder: string
let location: FolderLocation
let server: TestServer
let cluster: Awaited<ReturnType<typeof startTarget>>
/** Has data, and no server. */
let target: TestDatabase
/** The path of an image in the storage. */
let image: string
before(async () => {
  folder = await temporaryFolder()
  location = new FolderLocation(folder)
  server = await startTestServer()
  const alice = await server.person({ plan: 'pro_plus' })
  await indexUploads(server.context)
  // More rows than the connection to the database accepts at once.
  for (let count = 0; count < 8; count++) await createPost(alice.bearer, { content: 'A line.\n'.repeat(20_000) })
  // Wide enough for smaller copies.
  await upload(alice.bearer, await plain('png', 600, 5))
  const { path } = await server.context.db.selectFrom('uploads').select('path').executeTakeFirstOrThrow()
  image = path
  await backUp(server, location, NAME)
  cluster = await startTarget()
  target = await cluster.createDatabase()
  await restore(location, NAME, target, { dataDir: join(folder, 'former'), key: TEST_SECRET_KEY })
})
after(async () => {
  await server.close()
  await cluster.stop()
  await rm(folder, { recursive: true })
})

const replace = (name: string, dataDir: string) =>
  restore(location, name, target, { dataDir, key: TEST_SECRET_KEY, replace: true })

const edited = (edit: (files: ArchiveFiles) => void) => editArchive(location, [NAME, CHANGED], edit)

const changeJson = (name: string, change: (value: Record<string, unknown>) => void) => (files: ArchiveFiles) => {
  const value = JSON.parse(files.get(name) ?? '')
  change(value)
  files.set(name, JSON.stringify(value))
}
const set = (name: string, value: Record<string, unknown>) =>
  changeJson(name, found => void Object.assign(found, value))

describe('an archive that is not as Galley writes it', () => {
  const changeRows = (table: string, change: (rows: string) => string) => (files: ArchiveFiles) => {
    const name = `database/${table}/000001.tsv`
    files.set(name, change(files.get(name) ?? ''))
  }
  const broken: Record<string, readonly [RegExp, (files: ArchiveFiles) => void]> = {
    'a header that is no object': [/body in backup[.]json is wrong/, files => void files.set('backup.json', '[]')],
    'no list of tables': [/tables in backup[.]json is wrong/, set('backup.json', { tables: 'all' })],
    'no time': [/created_at in backup[.]json is wrong/, set('backup.json', { created_at: 'never' })],
    'no position of events': [/event_position in backup/, set('backup.json', { event_position: 'x' })],
    'too few migrations': [/its list of migrations is/, set('backup.json', { migrations: ['0001-accounts'] })],
    'migrations without those before': [
      /its list of migrations is/,
      set('backup.json', { migrations: ['0040-post-revisions'] }),
    ],
    'a key of an unknown kind': [/in key[.]json is wrong/, set('key.json', { kind: 'secret' })],
    'a key that is not that of its secrets': [
      /its key does not open its secrets/,
      set('key.json', { key: 'k'.repeat(40), fingerprint: '' }),
    ],
    'a manifest without images': [/images in manifest[.]json is wrong/, set('manifest.json', { images: null })],
    'a value that is no time': [
      /its data is not valid: invalid input syntax for type timestamp/,
      changeRows('users', rows => rows.replace(/\t\d{4}-\d\d-\d\d [\d:.]+\+00/, '\tnever')),
    ],
    'a row with too few values': [/its data is not valid: /, changeRows('posts', rows => rows.replace('\t', ' '))],
    'a row that refers to no other': [/its data is not valid: .*foreign key/, changeRows('users', () => '')],
    'an image that no row names': [
      /no upload is stored as posts[/]x[.]png/,
      files => {
        const manifest = files.get('manifest.json') ?? ''
        files.delete('manifest.json')
        files.set('images/posts/x.png', 'x').set('manifest.json', manifest)
      },
    ],
    'a file after the manifest': [/it goes on after manifest[.]json/, files => void files.set('more.json', '{}')],
    'no table of posts': [
      /it has no table posts/,
      changeJson('backup.json', header => {
        header['tables'] = (header['tables'] as { name: string }[]).filter(({ name }) => name !== 'posts')
      }),
    ],
  }
  for (const [what, [message, edit]] of Object.entries(broken)) {
    it(`is rejected with a sentence, and changes nothing: ${what}`, async () => {
      const [before, dataDir] = [await contentOf(target), join(folder, 'rejected')]
      await edited(edit)
      await assert.rejects(replace(CHANGED, dataDir), error => {
        assert.match(String(error), message)
        assert.match(String(error), /^AppError: The file is not a complete backup of Galley: /)
        return true
      })
      assert.deepEqual(await contentOf(target), before)
      const left = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(() => [])
      assert.deepEqual(
        left.filter(entry => entry.isFile()),
        [],
        'no image stays',
      )
    })
  }

  it('is rejected with anything after its end', async () => {
    const complete = await readFile(location.nameOf(NAME))
    for (const rest of [randomBytes(1), Buffer.alloc(20), randomBytes(600_000), complete]) {
      await writeFile(location.nameOf(CHANGED), Buffer.concat([complete, rest]))
      await assert.rejects(replace(CHANGED, folder), /not a complete backup of Galley: /)
    }
  })

  it('does not bring rows into tables that no backup has', async () => {
    await edited(files => {
      changeJson('backup.json', ({ tables }) => {
        ;(tables as object[]).push({ name: 'kysely_migration', columns: ['name', 'timestamp'] })
      })(files)
      const manifest = files.get('manifest.json') ?? ''
      files.delete('manifest.json')
      files.set('database/kysely_migration/000001.tsv', '9999-later\t2030-01-01\n').set('manifest.json', manifest)
      changeJson('manifest.json', ({ tables }) => {
        ;(tables as object[]).push({ name: 'kysely_migration' })
      })(files)
    })
    const { skipped } = await replace(CHANGED, folder)
    assert.deepEqual(skipped, ['kysely_migration'])
    await replace(NAME, folder)
  })
})

describe('columns that the operator has added', () => {
  it('are left out by a restore, which says so', async () => {
    const { connection } = server.database
    const before = await contentOf(target)
    await runQuery(connection, 'alter table posts add column note text default $$own$$, add column "Ünd" int')
    await runQuery(connection, 'alter table search_queue add column note text')
    await backUp(server, location, 'columns.tar.zst')
    await runQuery(connection, 'alter table posts drop column note, drop column "Ünd"')
    await runQuery(connection, 'alter table search_queue drop column note')
    const { skippedColumns } = await replace('columns.tar.zst', folder)
    assert.deepEqual(skippedColumns.toSorted(), ['posts.note', 'posts.Ünd', 'search_queue.note'])
    assert.equal((await contentOf(target))['posts'], before['posts'])
  })
})

it('a restore by command says what it has left out, and its undo says if the key is another one', async () => {
  const commands = new CommandProcess()
  const run = async (args: readonly string[], key: string) => {
    const env = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'command'), SECRET_KEY: key }
    const { code, stdout, stderr } = await commands.run(['restore', ...args, '--json'], env)
    assert.deepEqual([code, stderr], [0, ''])
    return JSON.parse(stdout)
  }
  try {
    const restored = await run([location.nameOf('columns.tar.zst'), '--replace'], TEST_SECRET_KEY)
    assert.deepEqual([restored.skipped_columns.length, restored.damaged_images], [3, 0])
    const undone = await run(['--undo'], 'k'.repeat(40))
    assert.deepEqual(undone, { from: restored.replaced_data, opens_database: false })
  } finally {
    await commands.end()
  }
})

describe('a damaged image', () => {
  const storedIn = (dataDir: string) => join(dataDir, 'media', image)
  const dataDir = () => join(folder, 'images')
  let good: Buffer
  before(async () => {
    good = await readFile(storedIn(server.context.settings.dataDir))
  })
  const damages: Record<string, (file: string) => Promise<void>> = {
    'changed in one byte': async file => {
      const bytes = await readFile(file)
      bytes[bytes.length >> 1]! ^= 1
      await writeFile(file, bytes)
    },
    'cut off': file => truncate(file, 20),
    'too long': file => appendFile(file, 'more'),
  }
  for (const [what, damage] of Object.entries(damages)) {
    it(`that is ${what} is named by the backup, and never replaces a good one`, async () => {
      const stored = storedIn(server.context.settings.dataDir)
      await damage(stored)
      const { manifest } = await backUp(server, location, `${what}.tar.zst`)
      await writeFile(stored, good)
      assert.deepEqual([manifest.images.damaged_count, manifest.images.damaged], [1, [image]])

      const onlyDamaged = await replace(`${what}.tar.zst`, dataDir())
      assert.equal(onlyDamaged.damagedImages, 1)
      const repaired = await replace(NAME, dataDir())
      assert.equal(repaired.damagedImages, 0)
      assert.deepEqual(await readFile(storedIn(dataDir())), good, 'a good one replaces a damaged one')
      const { damagedImages } = await replace(`${what}.tar.zst`, dataDir())
      assert.deepEqual([damagedImages, await readFile(storedIn(dataDir()))], [0, good])
      await rm(dataDir(), { recursive: true })
    })
  }

  it('in the storage is repaired by a restore, if it has the same size, and its smaller copies are made again', async () => {
    await replace(NAME, dataDir())
    await damages['changed in one byte']?.(storedIn(dataDir()))
    const [{ path = '' } = {}] = imageVariantsOf(`/${image}`)
    const copy = join(dataDir(), 'media', path)
    await mkdir(dirname(copy), { recursive: true })
    await writeFile(copy, 'made of the damaged image')
    await replace(NAME, dataDir())
    assert.deepEqual(await readFile(storedIn(dataDir())), good)
    assert.equal(existsSync(copy), false)
  })

  it('in the storage stays if that of the backup is damaged too', async () => {
    await writeFile(storedIn(dataDir()), 'another damage')
    const { damagedImages } = await replace('cut off.tar.zst', dataDir())
    assert.deepEqual([damagedImages, await readFile(storedIn(dataDir()), 'utf8')], [1, 'another damage'])
  })
})

it('data that is brought back can be opened with a key that was changed meanwhile', async () => {
  const keyFolder = join(folder, 'key')
  const settings = readSettings({ DATABASE_URL: target.url, DATA_DIR: keyFolder })
  await replace(NAME, keyFolder)
  await writeFile(join(keyFolder, 'secret.key'), `${TEST_SECRET_KEY}\n`)
  const { db, close } = openDatabase(target.connection, { poolMax: 2 }, await createLogger('silent'))
  try {
    await rotateKey(db, settings)
    await openSecretBox(db, settings)
    await undoRestore(target.connection)
    await openSecretBox(db, settings)
  } finally {
    await close()
  }
})

it('a key that no server has started with yet is kept by a rotation, for data that is brought back', async () => {
  const keyFolder = join(folder, 'unused-key')
  const settings = readSettings({ DATABASE_URL: target.url, DATA_DIR: keyFolder, SECRET_KEY: TEST_SECRET_KEY })
  await replace(NAME, keyFolder)
  const { db, close } = openDatabase(target.connection, { poolMax: 2 }, await createLogger('silent'))
  try {
    const { key } = await rotateKey(db, settings)
    await replace(NAME, keyFolder)
    await rotateKey(db, settings)
    await undoRestore(target.connection)
    await assert.rejects(
      openSecretBox(db, settings),
      /The new one is in .*secret[.]key[.]next[.][0-9a-f]+: set SECRET_KEY/,
    )
    await openSecretBox(db, { ...settings, secretKey: key })
  } finally {
    await close()
  }
})

import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { archiveName } from '../../../src/keeping/backup/archive/manifest.ts'
import { FolderLocation } from '../../../src/keeping/backup/location/folder-location.ts'
import { dropReplacedData, undoRestore } from '../../../src/keeping/backup/restore/undo-restore.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { SecretBox } from '../../../src/platform/core/secret-box.ts'
import { findSecretKey, writeNewKey } from '../../../src/platform/db/secret-key.ts'
import { collectUploads } from '../../../src/writing/uploads/collect-uploads.ts'
import { indexUploads } from '../../../src/writing/uploads/index-uploads.ts'
import {
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
import { TEST_SECRET_KEY, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const NAME = archiveName(new Date('2026-01-02T03:04:05Z'))
const PASSPHRASE = 'a passphrase'
const OTHER_KEY = 'another key, which has enough characters'

let folder: string
let location: FolderLocation
let server: TestServer
let alice: Person
let cluster: Awaited<ReturnType<typeof startTarget>>
/** Has data, and no server. */
let target: TestDatabase
before(async () => {
  folder = await temporaryFolder()
  location = new FolderLocation(folder)
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
  await indexUploads(server.context)
  await createPost(alice.bearer, { status: 'published' })
  await alice.bearer.post('/api/v1/webhooks', { url: 'https://hook.example/', event_types: ['post.published'] })
  await upload(alice.bearer, await plain('png'))
  await backUp(server, location, NAME, PASSPHRASE)
  cluster = await startTarget()
  target = await cluster.createDatabase()
  await restore(location, NAME, target, { dataDir: folder, key: TEST_SECRET_KEY })
  await query("update users set username = 'former'")
})
after(async () => {
  await server.close()
  await cluster.stop()
  await rm(folder, { recursive: true })
})

const query = (text: string, { connection } = target) => runQuery(connection, text)
const usernames = async () => (await query('select username from users')).map(({ username }) => username)
const askPassphrase = async () => PASSPHRASE

describe('restoring into a database with data', () => {
  it('is rejected without --replace', async () => {
    await assert.rejects(
      restore(location, NAME, target, { dataDir: folder, key: TEST_SECRET_KEY }),
      /not empty.*--replace/,
    )
    assert.deepEqual(await usernames(), ['former'])
  })

  it('is rejected while a server runs', async () => {
    const replaced = restore(location, NAME, server.database, { dataDir: folder, key: TEST_SECRET_KEY, replace: true })
    await assert.rejects(replaced, /Stop all servers first/)
  })

  it('keeps the former data, and can be undone', async () => {
    const before = await contentOf(target)
    const { aside } = await restore(location, NAME, target, { dataDir: folder, key: TEST_SECRET_KEY, replace: true })
    assert.deepEqual(await usernames(), [alice.account.username])
    assert.deepEqual(await query(`select username from ${aside}.users`), [{ username: 'former' }])
    assert.equal(await undoRestore(target.connection), aside)
    assert.deepEqual(await contentOf(target), before)
  })
})

describe('a backup that is damaged', () => {
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    'cut off': bytes => bytes.subarray(0, bytes.length - 300),
    'changed in one byte': bytes => {
      const changed = Buffer.from(bytes)
      changed[bytes.length >> 1]! ^= 1
      return changed
    },
    empty: () => Buffer.alloc(0),
    'no backup': () => Buffer.from('something else'),
  }
  for (const [what, damage] of Object.entries(damages)) {
    it(`changes nothing if it is ${what}`, async () => {
      const before = await contentOf(target)
      await writeFile(location.nameOf('damaged.tar.zst'), damage(await readFile(location.nameOf(NAME))))
      const rejected = restore(location, 'damaged.tar.zst', target, {
        dataDir: folder,
        key: TEST_SECRET_KEY,
        replace: true,
      })
      await assert.rejects(rejected, /not a complete backup of Galley: [a-z].+\./i)
      assert.deepEqual(await contentOf(target), before)
    })
  }

  it('changes nothing if it ends in the middle of a table', async () => {
    const before = await contentOf(target)
    const archive = await promisify(zstdDecompress)(await readFile(location.nameOf(NAME)))
    const inTable = archive.indexOf('database/users/') + 512 + 100
    await writeFile(location.nameOf('damaged.tar.zst'), await promisify(zstdCompress)(archive.subarray(0, inTable)))
    const rejected = restore(location, 'damaged.tar.zst', target, {
      dataDir: folder,
      key: TEST_SECRET_KEY,
      replace: true,
    })
    await assert.rejects(rejected, /not a complete backup of Galley: Tar archive is truncated\./)
    assert.deepEqual(await contentOf(target), before)
  })
})

describe('the key of a backup', () => {
  it('is not readable in the archive if there is a passphrase', async () => {
    const second = 'readable.tar.zst'
    await backUp(server, location, second)
    const contains = async (name: string) => {
      return (await promisify(zstdDecompress)(await readFile(location.nameOf(name)))).includes(TEST_SECRET_KEY)
    }
    assert.deepEqual([await contains(NAME), await contains(second)], [false, true])
  })

  it('needs the right passphrase if the target has another key', async () => {
    const options = { dataDir: folder, key: OTHER_KEY, replace: true }
    await assert.rejects(restore(location, NAME, target, options), /Set BACKUP_PASSPHRASE/)
    const wrong = { ...options, askPassphrase: async () => 'wrong' }
    await assert.rejects(restore(location, NAME, target, wrong), /passphrase is not the one/)
  })

  const changes = { cost: 2 ** 20, salt: '', nonce: 'AAAA', tag: 'AAAA' }
  for (const [name, value] of Object.entries(changes)) {
    it(`is rejected as damaged if its ${name} is not as Galley writes it`, async () => {
      const changed = 'changed-key.tar.zst'
      await editArchive(location, [NAME, changed], files => {
        files.set('key.json', JSON.stringify({ ...JSON.parse(files.get('key.json') ?? ''), [name]: value }))
      })
      const options = { dataDir: folder, key: OTHER_KEY, replace: true, askPassphrase }
      await assert.rejects(restore(location, changed, target, options), /not a complete backup of Galley: .*key[.]json/)
    })
  }

  it('is replaced by that of the target: secrets are encrypted again', async () => {
    await restore(location, NAME, target, { dataDir: folder, key: OTHER_KEY, replace: true, askPassphrase })
    const [row] = await query('select secret from webhooks')
    const [original] = await query('select secret from webhooks', server.database)
    const open = (key: string, sealed: unknown) => new SecretBox(key).open(sealed as Buffer)
    assert.equal(open(OTHER_KEY, row?.['secret']), open(TEST_SECRET_KEY, original?.['secret']))
  })

  it('is stored before the data is replaced: if that fails, the former data stays', async () => {
    const before = await contentOf(target)
    const beforeCommit = () => assert.fail('the disk is full')
    const rejected = restore(location, NAME, target, { dataDir: folder, replace: true, askPassphrase, beforeCommit })
    await assert.rejects(rejected, /the disk is full/)
    assert.deepEqual(await contentOf(target), before)
  })

  it('is taken over if the target has none, also without a data folder; a start deletes the former data', async () => {
    const dataDir = join(folder, 'missing', 'data')
    const beforeCommit = (key: string) => writeNewKey(dataDir, key)
    const options = { dataDir: folder, replace: true, askPassphrase, beforeCommit }
    const { aside } = await restore(location, NAME, target, options)
    assert.equal(findSecretKey({ secretKey: undefined, dataDir }), TEST_SECRET_KEY)
    const isThere = () => query(`select from pg_namespace where nspname = '${aside}'`)
    assert.equal((await isThere()).length, 1)
    await dropReplacedData(target.connection, await createLogger('silent'))
    assert.deepEqual(await isThere(), [])
    await assert.rejects(undoRestore(target.connection), /no replaced data/)
  })
})

describe('an image that is deleted during a backup', () => {
  it('is part of the backup, and its file is deleted later', async () => {
    const image = (await upload(alice.bearer, await plain('png', 31, 7))).body
    const isStored = async () => (await server.anyone.get(new URL(image.url).pathname)).status === 200
    const { storage } = server.context
    // Deletes the image when the backup reads the first one: its snapshot knows both.
    let deleted: Promise<number> | undefined
    const open = async (...args: Parameters<typeof storage.open>) => {
      deleted ??= alice.bearer.delete(`/api/v1/uploads/${image.id}`).then(({ status }) => status)
      assert.equal(await deleted, 200)
      return storage.open(...args)
    }
    const watched = {
      find: storage.find,
      open,
      put: storage.put,
      list: storage.list.bind(storage),
      delete: storage.delete,
    }
    const { manifest } = await backUp(
      { ...server, context: { ...server.context, storage: watched } },
      location,
      'images.tar.zst',
    )
    assert.deepEqual([manifest.images.count, manifest.images.missing_count], [2, 0])
    assert.equal(await isStored(), true)
    await collectUploads(server.context)
    assert.equal(await isStored(), false)
  })
})

describe('a folder of backups', () => {
  it('has no file with the final name if the backup failed, and never replaces one', async () => {
    const before = await location.list()
    const broken = { ...server.context.storage, open: () => Promise.reject(new Error('the disk is broken')) }
    const failing = backUp(
      { ...server, context: { ...server.context, storage: broken } as never },
      location,
      'failed.tar.zst',
    )
    await assert.rejects(failing, /the disk is broken/)
    await assert.rejects(readFile(location.nameOf('failed.tar.zst')), { code: 'ENOENT' })
    await assert.rejects(readFile(location.nameOf('failed.tar.zst.partial')), { code: 'ENOENT' })
    await assert.rejects(backUp(server, location, NAME), /exists already/)
    assert.deepEqual(await location.list(), before)
  })

  it('has no second backup at the same time', async () => {
    const results = await Promise.allSettled(['a.tar.zst', 'b.tar.zst'].map(name => backUp(server, location, name)))
    const rejected = results.filter(({ status }) => status === 'rejected')
    assert.ok(rejected.length <= 1)
    for (const result of rejected) assert.match(String((result as PromiseRejectedResult).reason), /Another backup/)
  })
})

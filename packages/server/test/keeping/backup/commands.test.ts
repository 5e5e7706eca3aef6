import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { archiveName, isArchiveName } from '../../../src/keeping/backup/archive/manifest.ts'
import { makeBackup } from '../../../src/keeping/backup/create/make-backup.ts'
import { withSnapshot } from '../../../src/keeping/backup/create/with-snapshot.ts'
import { FolderLocation } from '../../../src/keeping/backup/location/folder-location.ts'
import { findLastRuns, finishRun, insertRun } from '../../../src/keeping/backup/run-store.ts'
import { createBackupMetrics } from '../../../src/keeping/backup/schedule/backup-metrics.ts'
import { readBackupStatus } from '../../../src/keeping/backup/schedule/backup-status.ts'
import { isBackupDue } from '../../../src/keeping/backup/schedule/next-backup.ts'
import { describeBackups } from '../../../src/operator/backup/list-backups.ts'
import { indexUploads } from '../../../src/writing/uploads/index-uploads.ts'
import { temporaryFolder } from '../../support/backup.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost } from '../../support/posts/posts.ts'
import { upload } from '../../support/posts/upload.ts'
import { CommandProcess } from '../../support/processes/command-process.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let folder: string
let server: TestServer
before(async () => {
  folder = await temporaryFolder()
  server = await startTestServer()
  const alice = await server.person({ plan: 'pro_plus' })
  await indexUploads(server.context)
  await createPost(alice.bearer, { status: 'published' })
  await upload(alice.bearer, await plain('png'))
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe('the commands of backups', () => {
  const commands = new CommandProcess()
  after(() => commands.end())

  it('count a scheduled backup that could not begin as failed', async () => {
    const { db, settings } = server.context
    const { code } = await commands.run(['jobs', 'run', 'scheduled-backup'], {
      DATABASE_URL: server.database.url,
      DATA_DIR: settings.dataDir,
      BACKUP_SCHEDULE: '0 3 * * *',
      BACKUP_TO: 's3://bucket/two\nlines',
    })
    assert.equal(code, 0)
    const now = new Date()
    const { failure } = await readBackupStatus(db, settings, { now, since: now })
    assert.equal(failure, '"s3://bucket/two\nlines" is not an address such as s3://bucket/folder/.')
    await db.deleteFrom('backup_runs').execute()
  })

  it('say why backups cannot be listed, without a stack', async () => {
    const file = join(folder, 'not-a-folder')
    await writeFile(file, '')
    const { code, stderr } = await commands.run(['backup', 'list', '--in', `${file}/backups/`], {})
    await rm(file)
    const reason = 'a part of the path is a file, not a folder (ENOTDIR)'
    const fix = 'Give the user who runs Galley access to that folder, or choose another one.'
    assert.deepEqual([code, stderr], [1, `The folder ${file}/backups cannot be read: ${reason}. ${fix}\n`])
  })

  it('say why a backup cannot be written, without a stack', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const env = { DATABASE_URL: server.database.url, DATA_DIR: server.context.settings.dataDir }
    const rejected = async (to: string) => {
      const { code, stderr } = await commands.run(['backup', 'create', '--to', to], env)
      assert.equal(code, 1)
      return stderr.trim()
    }
    assert.equal(
      await rejected(join(file, 'site.tar.zst')),
      `The backup cannot be written to ${file}: it is a file, not a folder (EEXIST). Give the user who runs Galley that folder, or choose another one.`,
    )
    assert.match(
      await rejected('sftp://host/backups/'),
      /^Backups cannot be stored at sftp:.*s3:\/\/bucket\/folder\/\.$/,
    )
    await rm(file)
    await server.context.db.deleteFrom('backup_runs').execute()
  })

  it('leave the reserve of the disk free that the database needs', async () => {
    const { db, settings } = server.context
    const to = join(folder, 'on-the-same-disk')
    await commands.run(['jobs', 'run', 'scheduled-backup'], {
      DATABASE_URL: server.database.url,
      DATA_DIR: settings.dataDir,
      BACKUP_SCHEDULE: '0 3 * * *',
      BACKUP_TO: to,
      DISK_RESERVE: '1000TiB',
    })
    const { failure } = await readBackupStatus(db, settings, { now: new Date(), since: new Date() })
    assert.match(failure ?? '', /^The backup cannot be written to .*: only \d+ MiB are free on the disk of the data/)
    assert.deepEqual(await readdir(to), [])
    await rm(to, { recursive: true })
    await db.deleteFrom('backup_runs').execute()
  })

  it('create and verify one with a passphrase', async () => {
    const to = join(folder, 'with-passphrase.tar.zst')
    const { code, stdout, stderr } = await commands.run(['backup', 'create', '--to', to, '--verify', '--json'], {
      DATABASE_URL: server.database.url,
      DATA_DIR: server.context.settings.dataDir,
      BACKUP_PASSPHRASE: 'a passphrase of several words',
    })
    assert.deepEqual([code, stderr], [0, ''])
    const { key, verified } = JSON.parse(stdout)
    assert.deepEqual([key, verified], ['encrypted', true])
    await rm(to)
    await server.context.db.deleteFrom('backup_runs').execute()
  })

  it('create one by the schedule, keep as many as set, and verify it', async () => {
    const old = archiveName(new Date('2020-01-01'))
    await writeFile(join(folder, old), 'an older one')
    const settings = {
      DATABASE_URL: server.database.url,
      DATA_DIR: server.context.settings.dataDir,
      BACKUP_SCHEDULE: '0 3 * * *',
      BACKUP_TO: folder,
      BACKUP_KEEP: '1',
    }
    const { db } = server.context
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await commands.run([...args, '--json'], settings)
      assert.deepEqual([code, stderr], [0, ''], args.join(' '))
      return JSON.parse(stdout)
    }
    // Starts a process with `galley backup create`.
    await run('jobs', 'run', 'scheduled-backup')
    const [name, ...others] = await readdir(folder)
    assert.deepEqual([others, name === old], [[], false])
    const verified = await run('backup', 'verify', join(folder, name!))
    assert.deepEqual([verified.images, verified.missing_images], [1, 0])

    await run('backup', 'create', '--to', join(folder, 'before-upgrade.tar.zst'))
    // It would be due, but is no backup that can be restored.
    const orphan = (text: RawBuilder<unknown>) =>
      db.connection().execute(async one => {
        await sql`set session_replication_role = replica`.execute(one)
        await text.execute(one)
        await sql`set session_replication_role = origin`.execute(one)
      })
    await orphan(sql`insert into post_pages select gen_random_uuid(), '', '', '[]', 1, 'en'`)
    await db.deleteFrom('backup_runs').execute()
    const before = await readdir(folder)
    const failing = await commands.run(['jobs', 'run', 'scheduled-backup'], settings)
    const { msg: failed } = JSON.parse(failing.stderr)
    assert.match(
      failed,
      /^the scheduled backup failed: The backup .* was created, and could not be verified[.] .*its data is not valid: .*post_pages/,
    )
    const { failure, lastSuccess } = await readBackupStatus(db, server.context.settings, {
      now: new Date(),
      since: new Date(),
    })
    assert.match(failure ?? '', /could not be verified/)
    assert.ok(lastSuccess !== undefined, 'it is not made again at once')
    assert.deepEqual(
      (await readdir(folder)).filter(name => before.includes(name)),
      before,
      'older ones stay',
    )
    await orphan(sql`delete from post_pages where html = ''`)
    await rm(lastSuccess.location)
    await db.deleteFrom('backup_runs').execute()

    await run('jobs', 'run', 'scheduled-backup')
    const { backups } = await run('backup', 'list')
    assert.deepEqual(
      backups.map((backup: { name: string; readable: boolean }) => [isArchiveName(backup.name), backup.readable]),
      [
        [false, true],
        [true, true],
      ],
      'one with a name of its own is listed, and does not count among those that are kept',
    )
    await rm(join(folder, 'before-upgrade.tar.zst'))

    // A folder cannot be deleted like a file.
    await mkdir(join(folder, old))
    const created = await run('backup', 'create')
    assert.match(created.removal_error, /galley-20200101T000000Z[.]tar[.]zst/)
    assert.deepEqual(created.removed, [])
    // The next one may begin in the same second, and then has the same name.
    await rm(created.location)
    await server.context.db.deleteFrom('backup_runs').execute()
    const { code, stderr } = await commands.run(['jobs', 'run', 'scheduled-backup'], settings)
    const { level, msg } = JSON.parse(stderr)
    assert.deepEqual([code, level], [0, 'warn'])
    assert.match(msg, /^the backup was created, but older ones could not be deleted: .*galley-20200101T000000Z/)
    await rm(join(folder, old), { recursive: true })

    createBackupMetrics(server.context)
    const metrics = await server.context.metrics.metrics()
    assert.match(metrics, /^galley_backup_last_success_timestamp_seconds 1\d{9}/m)
    assert.match(metrics, /^galley_backup_last_failed 0$/m)
    assert.match(metrics, /^galley_backup_last_size_bytes [1-9]\d+$/m)
  })
})

describe('a backup', () => {
  const make = (to: string) =>
    makeBackup({ ...server.context, session: server.database.connection }, to, { passphrase: undefined })
  const status = () => {
    const now = new Date()
    return readBackupStatus(server.context.db, server.context.settings, { now, since: now })
  }

  it('is rejected while another one runs, which leaves the file of that one and the last result alone', async () => {
    const to = join(folder, 'same-name.tar.zst')
    await make(to)
    await rm(to)
    const before = await status()
    await withSnapshot(server.database.connection, async () => {
      await writeFile(`${to}.partial`, 'the other one writes')
      await assert.rejects(make(to), { code: 'IN_USE', message: /Another backup/ })
      assert.equal(await readFile(`${to}.partial`, 'utf8'), 'the other one writes')
    })
    assert.deepEqual(await status(), before)
    assert.equal(before.failure, undefined)
  })

  it('that is damaged, or a folder, is listed as unreadable beside the others', async () => {
    const to = join(folder, 'listed')
    await mkdir(to)
    await make(join(to, 'complete.tar.zst'))
    const complete = await readFile(join(to, 'complete.tar.zst'))
    await writeFile(join(to, 'cut-off.tar.zst'), complete.subarray(0, 20))
    await writeFile(join(to, 'empty.tar.zst'), '')
    await mkdir(join(to, 'folder.tar.zst'))
    await writeFile(join(to, 'text.tar.zst'), 'something else')
    const listed = (await describeBackups(new FolderLocation(to))).map(({ name, readable }) => [name, readable])
    assert.deepEqual(Object.fromEntries(listed), {
      'complete.tar.zst': true,
      'cut-off.tar.zst': false,
      'empty.tar.zst': false,
      'folder.tar.zst': false,
      'text.tar.zst': false,
    })
    await rm(to, { recursive: true })
  })

  it('from the future, before the clock was set back, does not count: the next one is due', async () => {
    const { db } = server.context
    const before = await status()
    const run = await insertRun(db, 'ahead')
    await finishRun(db, run!, { bytes: 1 })
    await db
      .updateTable('backup_runs')
      .set({ started_at: sql<Date>`now() + interval '9 hours'` })
      .where('id', '=', run!)
      .execute()
    assert.deepEqual(await status(), before)
    await db.deleteFrom('backup_runs').where('id', '<>', run!).execute()
    assert.equal(isBackupDue('0 3 * * *', await findLastRuns(db), new Date()), true)
    await db.deleteFrom('backup_runs').execute()
  })

  it('that was killed counts as failed as soon as it no longer runs', async () => {
    const { db } = server.context
    const run = await insertRun(db, 'killed')
    await withSnapshot(server.database.connection, async () => {
      assert.equal((await status()).failure, undefined)
    })
    assert.equal((await status()).failure, 'its process was ended')
    await finishRun(db, run!, { bytes: 1 })
    assert.equal((await status()).failure, undefined)
  })
})

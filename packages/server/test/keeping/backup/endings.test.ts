import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { FolderLocation } from '../../../src/keeping/backup/location/folder-location.ts'
import { processesOnCluster } from '../../../src/platform/db/embedded/processes.ts'
import { indexUploads } from '../../../src/writing/uploads/index-uploads.ts'
import { backUp, contentOf, restore, startTarget, temporaryFolder } from '../../support/backup.ts'
import { startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost } from '../../support/posts/posts.ts'
import { upload } from '../../support/posts/upload.ts'
import { ENTRY, until } from '../../support/processes/galley-process.ts'
import { isolatedEnvironment } from '../../support/processes/isolated-environment.ts'
import { TEST_SECRET_KEY, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const NAME = 'complete.tar.zst'

let folder: string
let location: FolderLocation
let server: TestServer
let cluster: Awaited<ReturnType<typeof startTarget>>
let target: TestDatabase
before(async () => {
  folder = await temporaryFolder()
  location = new FolderLocation(join(folder, 'backups'))
  server = await startTestServer()
  const alice = await server.person({ plan: 'pro_plus' })
  await indexUploads(server.context)
  for (let count = 0; count < 4; count++) await createPost(alice.bearer, { content: 'A line.\n'.repeat(50_000) })
  for (const width of [5, 6, 7]) await upload(alice.bearer, await plain('png', width, 5))
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

const filesIn = async (path: string) => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

describe('a restore', () => {
  const dataDir = () => join(folder, 'ended')
  /** Calls `end` with the first image. */
  const endedBy = async (end: () => void, { connection } = target, signal?: AbortSignal) => {
    let images: readonly string[] = []
    const onProgress = async () => {
      images = await filesIn(join(dataDir(), 'media', 'posts'))
      if (images.length > 0) end()
    }
    const before = await contentOf(target)
    const options = { dataDir: dataDir(), key: TEST_SECRET_KEY, replace: true, onProgress, ...(signal && { signal }) }
    await assert.rejects(restore(location, NAME, { connection }, options))
    assert.deepEqual(await contentOf(target), before)
    assert.deepEqual(await filesIn(dataDir()), [])
  }

  it('that is ended changes nothing, and leaves no image', async () => {
    const controller = new AbortController()
    await endedBy(() => controller.abort(new Error('ended')), target, controller.signal)
  })

  it('that loses its connection ends, changes nothing, and leaves no image', async () => {
    const proxy = await startDatabaseProxy({ ...target, url: 'postgres://galley@localhost/galley' })
    const cut = () => void proxy.cut()
    await endedBy(cut, proxy.database)
  })
})

describe('a backup', () => {
  it('that is ended leaves no file', async () => {
    const to = new FolderLocation(join(folder, 'ended-backups'))
    const controller = new AbortController()
    const options = { signal: controller.signal, onProgress: () => controller.abort(new Error('it was ended')) }
    await assert.rejects(backUp(server, to, NAME, undefined, options), /it was ended/)
    assert.deepEqual(await readdir(join(folder, 'ended-backups')), [])
  })

  it('that cannot be stored says why', async () => {
    const store = async (_name: string, body: Readable) => {
      for await (const _chunk of body) throw new Error('the disk is full')
      return 0
    }
    const full = Object.assign(new FolderLocation(folder), { store })
    await assert.rejects(backUp(server, full, NAME), /the disk is full/)
  })

  it('is for its owner only, and removes what killed ones have left', async () => {
    const path = join(folder, 'killed')
    await mkdir(path)
    const host = hostname().replaceAll(/[^\w.-]/g, '_')
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'close')
    const running = `running.tar.zst.${host}-${process.ppid}.partial`
    for (const name of [`site.tar.zst.${host}-${child.pid}.partial`, running, 'elsewhere.tar.zst.other-1.partial']) {
      await writeFile(join(path, name), 'a part')
    }
    await backUp(server, new FolderLocation(path), NAME)
    assert.deepEqual((await readdir(path)).toSorted(), [NAME, 'elsewhere.tar.zst.other-1.partial', running])
    assert.equal((await stat(join(path, NAME))).mode & 0o777, 0o600)
  })
})

describe('a command that is ended by SIGTERM', () => {
  const ways: Record<string, { args: readonly string[]; setting: string; cluster: (folder: string) => string }> = {
    'backup verify': {
      args: ['backup', 'verify'],
      setting: 'TMPDIR',
      cluster: folder => {
        const own = readdirSync(folder).find(name => name.startsWith('galley-verify-')) ?? ''
        return join(folder, own, 'database', 'cluster')
      },
    },
    restore: { args: ['restore'], setting: 'DATA_DIR', cluster: folder => join(folder, 'database', 'cluster') },
  }
  for (const [what, { args, setting, cluster }] of Object.entries(ways)) {
    it(`leaves no PostgreSQL, and no files of its own: ${what}`, async () => {
      const own = join(folder, setting)
      await mkdir(own)
      // As root, PostgreSQL runs as another user, who must be able to enter.
      await chmod(folder, 0o711)
      const child = spawn(process.execPath, [ENTRY, ...args, location.nameOf(NAME)], {
        env: isolatedEnvironment({ [setting]: own }),
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const [said, ended] = [text(child.stderr), once(child, 'close')]
      await until('PostgreSQL runs', () => existsSync(join(cluster(own), 'postmaster.pid')))
      const running = cluster(own)
      child.kill('SIGTERM')
      const [code] = await ended
      assert.deepEqual([code, await said], [1, 'The command was ended by SIGTERM, before it was complete.\n'])
      assert.deepEqual(readdirSync(own), setting === 'TMPDIR' ? [] : ['database'])
      assert.deepEqual(processesOnCluster(running), [])
    })
  }
})

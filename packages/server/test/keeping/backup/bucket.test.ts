import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import S3rver from '@20minutes/s3rver'
import { archiveName } from '../../../src/keeping/backup/archive/manifest.ts'
import { BucketLocation } from '../../../src/keeping/backup/location/bucket-location.ts'
import { openAddress } from '../../../src/keeping/backup/location/open-address.ts'
import { describeBackups } from '../../../src/operator/backup/list-backups.ts'
import { indexUploads } from '../../../src/writing/uploads/index-uploads.ts'
import { backUp, temporaryFolder } from '../../support/backup.ts'
import { eventually } from '../../support/eventually.ts'
import { startHostileServer } from '../../support/network/hostile-server.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost } from '../../support/posts/posts.ts'
import { upload } from '../../support/posts/upload.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

describe('a bucket of backups', () => {
  let directory: string
  let server: TestServer
  let s3: S3rver
  let address: string
  let access: Parameters<typeof openAddress>[1]
  before(async () => {
    directory = await temporaryFolder()
    server = await startTestServer()
    const alice = await server.person({ plan: 'pro_plus' })
    await indexUploads(server.context)
    await createPost(alice.bearer, { status: 'published' })
    await upload(alice.bearer, await plain('png'))
    // This storage server signs the address of a bucket without the slash at its end, which real ones include.
    const options = { address: '127.0.0.1', port: 0, directory, silent: true, allowMismatchedSignatures: true }
    s3 = new S3rver({ ...options, configureBuckets: [{ name: 'backups' }] })
    const endpoint = `http://127.0.0.1:${(await s3.run()).port}`
    access = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } }
    address = 's3://backups/galley/'
  })
  after(async () => {
    await s3.close()
    await server.close()
    await rm(directory, { recursive: true })
  })

  it('stores a backup, lists it, reads it and deletes it', async () => {
    const { location } = await openAddress(address, access)
    const name = archiveName(new Date())
    const { bytes } = await backUp(server, location, name)
    assert.deepEqual(
      (await location.list()).map(found => [found.name, found.bytes]),
      [[name, bytes]],
    )
    const { name: named, location: same } = await openAddress(`${address}${name}`, access)
    assert.equal(named, name)
    assert.equal((await buffer(await same.open(name))).length, bytes)
    await location.delete(name)
    assert.deepEqual(await location.list(), [])
    await assert.rejects(location.open(name), { code: 'NOT_FOUND' })
  })

  it('never replaces a backup', async () => {
    const { location, name } = await openAddress(`${address}named.tar.zst`, access)
    const { bytes } = await backUp(server, location, name!)
    await assert.rejects(backUp(server, location, name!), { code: 'IN_USE', message: /named\.tar\.zst exists already/ })
    assert.equal((await buffer(await location.open(name!))).length, bytes)
    await location.delete(name!)
  })

  it('that does not respond ends the backup with an error that says what to check', async () => {
    const silent = await startHostileServer(() => {}, { certificate: 'none' })
    const endpoint = `http://127.0.0.1:${silent.port}`
    const location = new BucketLocation({ ...access, endpoint }, 'backups', '', { stallLimitMs: 200 })
    const expected = { code: 'UNAVAILABLE', message: /^The storage of backups cannot be used: .*Check S3_ENDPOINT/ }
    await assert.rejects(backUp(server, location, archiveName(new Date())), expected)
    await assert.rejects(location.list(), expected)
    await assert.rejects(location.open('a.tar.zst'), expected)
    await silent.close()
  })

  const unanswered = { HEAD: 'whether the backup exists', PUT: 'to its bytes' }
  for (const [method, what] of Object.entries(unanswered)) {
    it(`does not keep a backup from ending while it does not respond ${what}`, { timeout: 30_000 }, async () => {
      const stop = new AbortController()
      const silent = await startHostileServer(
        socket =>
          socket.on('data', request => {
            if (request.toString().startsWith(method)) stop.abort(new Error('stopped'))
            else if (request.toString().startsWith('HEAD'))
              socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
          }),
        { certificate: 'none' },
      )
      const endpoint = `http://127.0.0.1:${silent.port}`
      const location = new BucketLocation({ ...access, endpoint }, 'backups', '', { stallLimitMs: 600_000 })
      const backup = backUp(server, location, archiveName(new Date()), undefined, { signal: stop.signal })
      await assert.rejects(backup, /stopped/).finally(() => silent.close())
    })
  }

  it('that stops in the middle of a backup is named as the reason, not the backup', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsome bytes'
    const stopping = await startHostileServer(socket => void socket.write(head), { certificate: 'none' })
    const endpoint = `http://127.0.0.1:${stopping.port}`
    const location = new BucketLocation({ ...access, endpoint }, 'backups', '', { stallLimitMs: 200 })
    const body = await location.open('a.tar.zst')
    await assert.rejects(buffer(body), { code: 'UNAVAILABLE', message: /no progress for/ })
    await stopping.close()
  })

  it('closes the download of a backup that is opened and not read', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsome bytes'
    let download: Socket | undefined
    const sending = await startHostileServer(
      socket => {
        download = socket.resume()
        socket.write(head)
      },
      { certificate: 'none' },
    )
    const location = new BucketLocation({ ...access, endpoint: `http://127.0.0.1:${sending.port}` }, 'backups', '')
    const body = await location.open('a.tar.zst')
    body.destroy()
    await eventually(() => assert.equal(download?.closed, true)).finally(() => sending.close())
  })

  it('that stops while backups are listed does not make them unreadable', async () => {
    const list = '<ListBucketResult><Contents><Key>a.tar.zst</Key><Size>1000</Size></Contents></ListBucketResult>'
    const archive = zstdCompressSync(randomBytes(1000))
    const respond = (socket: Socket, length: number, body: string | Buffer) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`)
      socket.write(body)
    }
    const stopping = await startHostileServer(
      socket =>
        socket.on('data', request => {
          if (request.includes('list-type')) respond(socket, list.length, list)
          else respond(socket, archive.length, archive.subarray(0, 20))
        }),
      { certificate: 'none' },
    )
    const endpoint = `http://127.0.0.1:${stopping.port}`
    const location = new BucketLocation({ ...access, endpoint }, 'backups', '', { stallLimitMs: 200 })
    const listed = describeBackups(location).finally(() => stopping.close())
    await assert.rejects(listed, { code: 'UNAVAILABLE', message: /no progress for/ })
  })

  it('that does not exist is named as the reason', async () => {
    const { location } = await openAddress('s3://missing/galley/', access)
    const expected = {
      code: 'UNAVAILABLE',
      message: /NoSuchBucket.* Create the bucket, or correct its name, missing\.$/,
    }
    await assert.rejects(backUp(server, location, archiveName(new Date())), expected)
    await assert.rejects(location.list(), expected)
  })

  it('has nothing after a backup that failed', async () => {
    const { location } = await openAddress(address, access)
    const { storage } = server.context
    const broken = { ...storage, open: () => Promise.reject(new Error('the disk is broken')) }
    const context = { ...server.context, storage: broken as never }
    await assert.rejects(backUp({ ...server, context }, location, archiveName(new Date())), /the disk is broken/)
    assert.deepEqual(await location.list(), [])
  })
})

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { DiskStore } from './disk-store.ts'
import { sweepScratch, withScratchFiles } from './scratch-folder.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-disk-'))
})
after(() => rm(folder, { recursive: true }))

async function file(text: string): Promise<string> {
  const path = join(folder, `file-${text.length}-${performance.now()}`)
  await writeFile(path, text)
  return path
}

describe('DiskStore', () => {
  it('lists keys in order, from a key on', async () => {
    const store = new DiskStore(join(folder, 'listed'))
    assert.deepEqual(await store.list('posts/', '', 10), [])
    const keys = ['posts/a/1.png', 'posts/a/p/thumbnail-2.png', 'posts/b/0.png', 'posts/b/9.png']
    for (const key of keys.toReversed()) await store.put(key, await file(key))
    assert.deepEqual(await store.list('posts/', '', 10), keys)
    assert.deepEqual(await store.list('posts/', '', 3), keys.slice(0, 3))
    assert.deepEqual(await store.list('posts/a/', '', 10), keys.slice(0, 2))
    assert.deepEqual(await store.list('posts/b/', keys[2]!, 10), keys.slice(3))
    for (const [i, key] of keys.entries())
      assert.deepEqual(await store.list('posts/', key, 2), keys.slice(i + 1, i + 3))
  })

  it('stores a file, finds it, reads it whole and in part, and deletes it', async () => {
    const store = new DiskStore(join(folder, 'media'))
    const key = 'posts/someone/a-post/picture.png'
    assert.equal(await store.find(key), undefined)
    assert.equal(await store.open(key), undefined)
    await store.put(key, await file('0123456789'))
    assert.equal(await readFile(join(folder, 'media', key), 'utf8'), '0123456789')
    const found = await store.find(key)
    assert.equal(found?.size, 10)
    assert.match(found.etag, /^"[\da-f-]+"$/)
    const whole = await store.open(key)
    assert.deepEqual(whole?.info, found)
    assert.equal(String(await buffer(whole.body)), '0123456789')
    const part = await store.open(key, { start: 2, end: 4 })
    assert.equal(String(await buffer(part!.body)), '234')
    await store.delete(key)
    await store.delete(key)
    assert.equal(await store.find(key), undefined)
  })

  it('does not treat a folder as a stored file', async () => {
    const store = new DiskStore(join(folder, 'folders'))
    await mkdir(join(folder, 'folders/a/d.png'), { recursive: true })
    assert.equal(await store.find('a/d.png'), undefined)
    assert.equal(await store.open('a/d.png'), undefined)
  })

  it('never reads or writes outside its folder, whatever the key', async () => {
    const store = new DiskStore(join(folder, 'inside'))
    await writeFile(join(folder, 'secret.png'), 'secret')
    const keys = [
      '../secret.png',
      'a/../../secret.png',
      join(folder, 'secret.png'),
      'a/./b.png',
      '..',
      '',
      'a//b.png',
      'a\\..\\..\\secret.png',
      'a\0.png',
      '%2e%2e/secret.png',
      '.incoming/x.png',
      'a.png/',
      'A.png',
      'a.b.png',
      'ä.png',
      `${'a/'.repeat(400)}b.png`,
    ]
    for (const key of keys) {
      const attempts = [
        () => store.find(key),
        () => store.open(key),
        () => store.delete(key),
        async () => store.put(key, await file('x')),
      ]
      for (const attempt of attempts) await assert.rejects(async () => attempt(), /not a blob key/, key)
    }
    assert.equal(await readFile(join(folder, 'secret.png'), 'utf8'), 'secret')
  })
})

describe('the folder for temporary files', () => {
  const incoming = () => join(folder, 'media/.incoming')

  it('is empty after work that succeeds and work that fails', async () => {
    const write = (fail: boolean) =>
      withScratchFiles(folder, async newFile => {
        await writeFile(newFile(), 'x')
        await writeFile(newFile(), 'y')
        if (fail) throw new Error('on purpose')
      })
    await write(false)
    await assert.rejects(write(true), /on purpose/)
    const left = await readdir(incoming(), { recursive: true, withFileTypes: true })
    assert.deepEqual(
      left.filter(entry => entry.isFile()),
      [],
    )
  })

  it('is cleared of files of dead processes, but not of those that a running one may need', async () => {
    const host = hostname().replaceAll(/[^\w.-]/g, '_')
    const folders = {
      dead: `${host}-2147483646`,
      own: `${host}-${process.pid}`,
      living: `${host}-${process.ppid}`,
      elsewhere: 'other-1',
      old: 'other-2',
    }
    for (const name of Object.values(folders)) {
      await mkdir(join(incoming(), name), { recursive: true })
      await writeFile(join(incoming(), name, 'left'), 'x')
    }
    const now = new Date()
    await utimes(join(incoming(), folders.old), now, new Date(now.getTime() - 2 * 3_600_000))
    await sweepScratch(folder, now)
    assert.deepEqual((await readdir(incoming())).sort(), [folders.living, folders.elsewhere].sort())
  })

  it('does not have to exist when it is cleared, but its errors are not hidden', async () => {
    await sweepScratch(join(folder, 'nothing'), new Date())
    await mkdir(join(folder, 'wrong', 'media'), { recursive: true })
    await writeFile(join(folder, 'wrong', 'media', '.incoming'), 'a file')
    await assert.rejects(sweepScratch(join(folder, 'wrong'), new Date()), { code: 'ENOTDIR' })
  })
})

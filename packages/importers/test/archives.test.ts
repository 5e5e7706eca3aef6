import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Archive, DEFAULT_LIMITS } from '../src/archive/archive.ts'
import { openArchive } from '../src/archive/open-archive.ts'
import { writeZip } from './support/write-zip.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-archives-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const zip = async (name: string, files: Record<string, string | Uint8Array>) => {
  const path = join(folder, name)
  await writeFile(path, await writeZip(files))
  return path
}

/** The zip with another name of its file, without the mark that names are UTF-8. */
const withoutMark = (zip: Buffer, name: Buffer): Buffer => {
  const changed = Buffer.from(zip)
  const written = Buffer.from('x'.repeat(name.length))
  for (let at = zip.indexOf(written); at !== -1; at = zip.indexOf(written, at + name.length)) name.copy(changed, at)
  // The flags are behind the signature and one or two versions.
  const flagsAt = [zip.indexOf('PK\x03\x04') + 6, zip.indexOf('PK\x01\x02') + 8]
  for (const at of flagsAt) changed.writeUInt16LE(zip.readUInt16LE(at) & ~0x0800, at)
  return changed
}

const sizeOf = (bytes: number): Buffer => {
  const written = Buffer.alloc(4)
  written.writeUInt32LE(bytes)
  return written
}

const textOf = async (archive: Archive, path: string) => Buffer.from(await archive.read(path, 10_000)).toString()

describe('an archive', () => {
  it('is a zip, a folder or a file, and has the same files each time', async () => {
    const path = await zip('a.zip', { 'export/a.xml': 'A', 'export/assets/写真.png': 'B', '__MACOSX/x': 'C' })
    await mkdir(join(folder, 'a/assets'), { recursive: true })
    await writeFile(join(folder, 'a/a.xml'), 'A')
    await writeFile(join(folder, 'a/assets/写真.png'), 'B')
    for (const each of [path, join(folder, 'a')]) {
      const archive = await openArchive(each)
      assert.deepEqual(archive.paths, ['a.xml', 'assets/写真.png'])
      assert.equal(await textOf(archive, 'assets/写真.png'), 'B')
    }
    assert.deepEqual((await openArchive(join(folder, 'a/a.xml'))).paths, ['a.xml'])
  })

  it('has the right file names even if the zip does not name their encoding', async () => {
    for (const [bytes, name] of [
      [Buffer.from('雨か\u3099.md'), '雨が.md'],
      // Shift_JIS: the second byte of the second character is that of a backslash.
      [Buffer.from('\x89\x4a\x95\x5c.md', 'latin1'), '雨表.md'],
      // The encoding of DOS.
      [Buffer.from('sch\x94n.md', 'latin1'), 'schön.md'],
    ] as const) {
      const path = join(folder, 'unmarked.zip')
      await writeFile(path, withoutMark(await writeZip({ ['x'.repeat(bytes.length)]: 'A' }), bytes))
      const archive = await openArchive(path)
      assert.deepEqual([archive.paths, await textOf(archive, name)], [[name], 'A'])
    }
  })

  it('expands to a limited number of bytes: one file, and all files together', async () => {
    const path = await zip('bomb.zip', { 'a.md': 'x'.repeat(5_000_000), 'b.md': 'x'.repeat(5_000_000) })
    const archive = await openArchive(path, { ...DEFAULT_LIMITS, totalBytes: 6_000_000 })
    await assert.rejects(archive.read('a.md', 1_000_000), { name: 'FileError' })
    await archive.read('b.md', 5_000_000)
    await assert.rejects(archive.read('a.md', 5_000_000), { name: 'ArchiveError' })
  })

  it('has a limited number of files', async () => {
    const path = await zip('many.zip', Object.fromEntries(Array.from({ length: 30 }, (_, id) => [`${id}.md`, ''])))
    await assert.rejects(openArchive(path, { ...DEFAULT_LIMITS, files: 20 }), { name: 'ArchiveError' })
  })

  it('is rejected if it has the name of a zip file but is not one', async () => {
    for (const [name, content] of [
      ['page.zip', '<!doctype html><title>Log in</title>'],
      ['empty.ZIP', ''],
    ] as const) {
      await writeFile(join(folder, name), content)
      await assert.rejects(openArchive(join(folder, name)), { name: 'ArchiveError', message: 'not_a_zip' })
    }
  })

  it('is rejected if a path leads out of it, or if it is damaged', async () => {
    const bytes = await writeZip({ 'aa/evil.md': 'x' })
    for (const name of ['../evil.md', '/a/evil.md', 'C:/evil.md', '..\\evil.md', 'a/../../b']) {
      const evil = Buffer.from(bytes.toString('latin1').replaceAll('aa/evil.md', name), 'latin1')
      await writeFile(join(folder, 'evil.zip'), evil)
      await assert.rejects(openArchive(join(folder, 'evil.zip')), { name: 'ArchiveError' }, name)
    }
    await writeFile(join(folder, 'cut.zip'), bytes.subarray(0, 40))
    await assert.rejects(openArchive(join(folder, 'cut.zip')), { name: 'ArchiveError' })
    await assert.rejects(openArchive(join(folder, 'missing.zip')), { name: 'ArchiveError' })
  })

  it('with a damaged file still has the others', async () => {
    const bytes = await writeZip({ 'a.md': 'first '.repeat(1000), 'b.md': 'second' })
    bytes.fill(0xff, 40, 60)
    await writeFile(join(folder, 'damaged.zip'), bytes)
    const archive = await openArchive(join(folder, 'damaged.zip'))
    await assert.rejects(archive.read('a.md', 10_000), { name: 'FileError' })
    assert.equal(await textOf(archive, 'b.md'), 'second')
  })

  it('with a file that is larger or smaller than the archive says still has the others', async () => {
    for (const size of [5, 50_000]) {
      const bytes = await writeZip({ 'a.md': 'x'.repeat(10_000), 'b.md': 'second' })
      // The size is written in the directory at the end, and behind the data.
      for (let at = bytes.indexOf(sizeOf(10_000)); at !== -1; at = bytes.indexOf(sizeOf(10_000), at + 1)) {
        sizeOf(size).copy(bytes, at)
      }
      await writeFile(join(folder, 'sizes.zip'), bytes)
      const archive = await openArchive(join(folder, 'sizes.zip'))
      await assert.rejects(archive.read('a.md', 1_000_000), { name: 'FileError' }, String(size))
      assert.equal(await textOf(archive, 'b.md'), 'second')
    }
  })

  it('that is a folder does not follow symbolic links that lead out of it', async () => {
    await mkdir(join(folder, 'linked'))
    await symlink('/etc', join(folder, 'linked/etc'))
    await symlink('/etc/hostname', join(folder, 'linked/host.md'))
    assert.deepEqual((await openArchive(join(folder, 'linked'))).paths, [])
  })
})

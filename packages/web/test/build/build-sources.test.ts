import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ensureBuilt } from '../../src/build.ts'
import { isCurrent, readSources, SOURCES_FILE, writeSources } from '../../src/build-sources.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const copies: string[] = []
after(() => Promise.all(copies.map(folder => rm(folder, { recursive: true, force: true }))))

/** Copies all source files of a build and its list of sources. */
async function storedDraftOf(build: string): Promise<{ root: string; build: string }> {
  const root = await mkdtemp(join(tmpdir(), 'galley-sources-'))
  copies.push(root)
  for (const path of Object.keys(readSources(build))) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await copyFile(join(ROOT, path), join(root, path))
  }
  await copyFile(join(build, SOURCES_FILE), join(root, SOURCES_FILE))
  return { root, build: root }
}

/** Changes a file, and returns how to restore it. */
async function change(file: string): Promise<() => Promise<void>> {
  const before = await readFile(file)
  await writeFile(file, `${before}\n`)
  return () => writeFile(file, before)
}

describe('a build', () => {
  it('lists all files that it was made from', async () => {
    const { site, studio } = await ensureBuilt(line => console.log(line))
    const expected = [
      'package-lock.json',
      'packages/client/src/api-error.ts',
      'packages/contract/src/values/limits.ts',
      'packages/web/src/build-assets.ts',
      'packages/web/src/texts/ja/categories.ts',
      'packages/web/src/studio/writing/editor/editor-page.tsx',
      'packages/web/src/studio/main.ts',
      'packages/web/src/styles/studio/overlays.css',
      'packages/web/src/styles/tokens.css',
      'packages/web/vite.config.ts',
    ]
    const listed = Object.keys(readSources(studio))
    assert.deepEqual(
      expected.filter(path => !listed.includes(path)),
      [],
    )
    assert.deepEqual(
      listed.filter(path => /node_modules|\.test\.|\/site\//.test(path)),
      [],
    )
    const ofSite = Object.keys(readSources(site))
    assert.ok(ofSite.includes('packages/web/src/styles/site/article.css'))
    assert.deepEqual(
      ofSite.filter(path => path.includes('/studio/')),
      [],
    )
  })

  it('is outdated when any of these files is changed or removed', async () => {
    const { studio } = await ensureBuilt(line => console.log(line))
    const { root, build } = await storedDraftOf(studio)
    assert.ok(isCurrent(build, root))
    const sources = Object.entries(readSources(build))
    for (const [path] of [sources[0]!, sources[sources.length >> 1]!, sources.at(-1)!]) {
      const restore = await change(join(root, path))
      assert.ok(!isCurrent(build, root), `${path} is changed`)
      await restore()
    }
    assert.ok(isCurrent(build, root))
    // Hashing all files after each change would take long, so each is in a list of its own.
    for (const [path, hash] of sources) {
      writeSources(build, { [path]: hash })
      assert.ok(isCurrent(build, root), path)
      const restore = await change(join(root, path))
      assert.ok(!isCurrent(build, root), `${path} is changed`)
      await restore()
    }
    writeSources(build, Object.fromEntries(sources))
    assert.ok(isCurrent(build, root))
    await rm(join(root, 'packages/web/src/texts/ja/categories.ts'))
    assert.ok(!isCurrent(build, root))
  })

  it('without a list of sources is always outdated', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-sources-'))
    copies.push(folder)
    assert.ok(!isCurrent(folder, ROOT))
  })
})

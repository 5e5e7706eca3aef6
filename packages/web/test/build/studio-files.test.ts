import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { it } from 'node:test'
import { ensureBuilt } from '../../src/build.ts'
import { readAssets } from '../../src/site/document/assets.ts'

it('the studio starts with few scripts, which are small without the editor', async () => {
  const builds = await ensureBuilt(line => console.log(line))
  const { script, preloads } = (await readAssets(builds)).studio
  for (const [language, others] of Object.entries(preloads)) {
    const files = [script, ...others].map(url => join(builds.studio, `${basename(url)}.br`))
    assert.ok(files.length <= 8, `${files.length} files in ${language}`)
    const sizes = await Promise.all(files.map(async file => (await stat(file)).size))
    const bytes = sizes.reduce((sum, size) => sum + size)
    assert.ok(bytes < 230_000, `${bytes} compressed bytes in ${language}`)
  }
})

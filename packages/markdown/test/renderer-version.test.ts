import assert from 'node:assert/strict'
import { it } from 'node:test'
import { RENDERER_VERSION } from '../src/renderer-version.ts'
import { readGolden, renderGoldenTexts } from './support/golden.ts'

it('the renderer version is increased when its output changes', async () => {
  const { version, pages } = readGolden()
  const help = 'Raise RENDERER_VERSION if pages have changed, then run: node packages/markdown/test/write-golden.ts'
  assert.equal(RENDERER_VERSION, version, help)
  for (const [name, page] of Object.entries(await renderGoldenTexts()))
    assert.deepEqual(page, pages[name], `${name}. ${help}`)
})

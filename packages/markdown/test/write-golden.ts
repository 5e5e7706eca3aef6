/** Writes the rendered golden texts. Refuses if they have changed and the version has not. */
import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { RENDERER_VERSION } from '../src/renderer-version.ts'
import { GOLDEN_FILE, readGolden, renderGoldenTexts } from './support/golden.ts'

const before = readGolden()
const pages = await renderGoldenTexts()
const common = Object.keys(before.pages).filter(name => name in pages)
const isChanged = common.some(name => !isDeepStrictEqual(pages[name], before.pages[name]))
if (isChanged && RENDERER_VERSION <= before.version) {
  console.error(
    `The rendered pages have changed. Increase RENDERER_VERSION above ${before.version} in src/renderer-version.ts, then run this again.`,
  )
  process.exitCode = 1
} else {
  writeFileSync(GOLDEN_FILE, `${JSON.stringify({ version: RENDERER_VERSION, pages }, null, 2)}\n`)
}

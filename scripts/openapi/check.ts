/**
 * Part of `npm run check`: compares the OpenAPI document with the committed one, `docs/openapi.json`. Fails on a change
 * that breaks clients, and on any other change until the committed document is updated, so that it is visible in reviews.
 * `npm run openapi:update` writes it. It rejects a breaking change unless it is given `-- --accept-breaking`, and an
 * addition that `docs/api-changelog.md` does not name.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@galley/contract/endpoints'
import { openApiDocument } from '@galley/server/openapi'
import { readSection } from '../release/changelog.ts'
import { breakingChanges } from './breaking-changes.ts'
import type { OpenApiDocument } from './document.ts'
import { undescribedChanges } from './undescribed-changes.ts'

const docs = join(import.meta.dirname, '../../docs')
const file = join(docs, 'openapi.json')
const committed = readFileSync(file, 'utf8')
const document = openApiDocument(new Set(Object.values(endpoints)), 'http://localhost:3000')
const text = `${JSON.stringify(document, null, 2)}\n`
const [before, after] = [JSON.parse(committed) as OpenApiDocument, JSON.parse(text) as OpenApiDocument]
const breaking = breakingChanges(before, after)
const section = readSection(readFileSync(join(docs, 'api-changelog.md'), 'utf8'), 'Unreleased') ?? ''
const undescribed = [
  ...undescribedChanges(before, after, section),
  ...(breaking.length > 0 && !section.includes('Breaking: ') ? ['a line that begins with "Breaking: "'] : []),
]
const isAccepted = process.argv.includes('--accept-breaking')

if (breaking.length > 0 && !isAccepted) {
  console.error(`These changes break clients of the API:\n${breaking.map(change => `  ${change}`).join('\n')}`)
  console.error('Make the change compatible. To accept it anyway, run: npm run openapi:update -- --accept-breaking')
  process.exitCode = 1
} else if (undescribed.length > 0) {
  console.error(
    `docs/api-changelog.md lacks under "Unreleased":\n${undescribed.map(change => `  ${change}`).join('\n')}`,
  )
  console.error('Describe the change there, with these names in backticks. Then run: npm run openapi:update')
  process.exitCode = 1
} else if (process.argv.includes('--update')) {
  writeFileSync(file, text)
} else if (text !== committed) {
  console.error('docs/openapi.json is not up to date. Run: npm run openapi:update')
  process.exitCode = 1
}

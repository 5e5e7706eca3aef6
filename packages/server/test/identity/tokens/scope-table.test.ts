import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'

const FILE = join(import.meta.dirname, '../../../../../docs/api.md')

/** The text of each row of the table of scopes. */
async function readTable(): Promise<Map<string, string>> {
  const section = /## Scopes of a token\n(.*?)\n## /s.exec(await readFile(FILE, 'utf8'))?.[1] ?? ''
  return new Map(Array.from(section.matchAll(/^\| `?([a-z:]+)`? \| (.*) \|$/gm), ([, scope, text]) => [scope!, text!]))
}

describe('the table of scopes in docs/api.md', () => {
  it('has every endpoint that accepts tokens in the rows of its scopes', async () => {
    const table = await readTable()
    for (const [name, { method, path, auth, scopes = [] }] of Object.entries<Endpoint>(endpoints)) {
      if (auth !== 'session-or-token') continue
      const short = path.replace('/api/v1', '')
      const folder = `everything below \`/${short.split('/')[1]}\``
      // The second scope of an endpoint is described as "the same endpoints".
      const row = table.get(scopes[0] ?? 'any') ?? ''
      assert.ok(
        row.includes(`\`${method} ${short}\``) || row.includes(folder),
        `${name}: \`${method} ${short}\` is not in the row of \`${scopes[0] ?? 'any'}\``,
      )
    }
  })
})

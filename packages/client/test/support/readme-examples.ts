import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
const HOST = 'https://galley.example'

interface Example {
  readonly code: string
  readonly isForBrowsers: boolean
}

/** The examples of the README by their headings. */
export const examples: ReadonlyMap<string, Example> = new Map(
  readme.split(/^## /m).flatMap((section): [string, Example][] => {
    const [, kind = '', code] = /^```ts( browser)?\n([\s\S]+?)^```/m.exec(section) ?? []
    return code === undefined ? [] : [[section.split('\n')[0]!, { code, isForBrowsers: kind !== '' }]]
  }),
)

/** The code of an example that calls this server. */
export const codeOf = (heading: string, serverUrl: string): string =>
  (examples.get(heading)?.code ?? assert.fail(heading)).replaceAll(HOST, serverUrl)

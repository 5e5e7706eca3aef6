import { eventually } from '@galley/server/testing/eventually'
import { JSON_TYPE } from '../good-requests.ts'
import { type Abuse, jsonOf, send } from '../target.ts'

const CHARACTERS = 900_000
const ROWS = 16_666
const WITHIN_MS = 60_000

const PARAGRAPH =
  'The **rain** had come in the night, and nobody on [the coast](https://example.com/coast) had slept. She wrote it down.\n\n'
const ROW = '| the *name* of a row | 12345 | some more words |\n'

const TEXTS: Readonly<Record<string, { content: string; has: RegExp }>> = {
  'a novel': { content: PARAGRAPH.repeat(CHARACTERS / PARAGRAPH.length), has: /<strong>rain<\/strong>/ },
  'a long table': { content: `${ROW}|-|-|-|\n${ROW.repeat(ROWS)}`, has: /<td[^>]*>the <em>name/ },
}

/** An honest text is never too much for the renderer, however long. Rendering takes seconds, so a quick run leaves it out. */
export async function abuseLongTexts(abuse: Abuse): Promise<void> {
  const { operations, testData, findings, isQuick } = abuse
  if (isQuick) return
  const { cookie } = await testData.person()
  const ask = async (name: string, id: string, body?: object) => {
    const operation = operations.find(each => each.name === name)
    const { method = '', template = '' } = operation ?? {}
    const sent = { method, path: template.replace('{id}', id), headers: { ...JSON_TYPE, cookie } }
    return jsonOf(await send(abuse, operation, { ...sent, ...(body && { body: JSON.stringify(body) }) }, name))
  }
  for (const [what, { content, has }] of Object.entries(TEXTS)) {
    const { id } = await ask('createPost', '', { title: what, content, status: 'published' })
    await eventually(async () => {
      const { html } = await ask('readPublicPostHtml', id)
      if (!has.test(html)) throw new Error(`is shown as ${html.slice(0, 200)}`)
    }, WITHIN_MS).catch(error => findings.fail(`${what} ${error.message}`))
    const { exceeded_limit } = await ask('readPost', id)
    findings.check(exceeded_limit === null, `${what} exceeds a limit: ${exceeded_limit}`)
  }
}

import type { MarkdownIt } from 'markdown-it'
import { TOKEN_CLASSES } from '../code/token-classes.ts'
import { escapeHtml } from '../escape.ts'
import type { Extension } from './extension.ts'
import { shown } from './math.ts'

/** Code blocks with their language; `highlight.ts` adds the highlighted HTML to the token as `meta.html`. */
export const codeBlocks: Extension = {
  plugin: addRules,
  allows: {
    attributes: {
      div: ['data-code', 'data-language', { name: 'tabindex', values: ['0'] }],
      pre: [{ name: 'tabindex', values: ['0'] }],
    },
    classes: { div: ['code', 'code-name'], span: TOKEN_CLASSES },
  },
}

/** The language at the start of a code block's info string, such as `ts` in "```ts title.ts". */
export const languageOf = (info: string): string => /^[\w#+.-]{1,30}/.exec(info.trim())?.[0].toLowerCase() ?? ''

/** The name of the file, such as `a.js` in "```js:a.js" and "```diff js:a.js". */
const fileOf = (info: string): string => /^[^:]{0,60}:\s*(\S[^\n]{0,199})/.exec(info.trim())?.[1]?.trim() ?? ''

function addRules({ renderer }: MarkdownIt): void {
  renderer.rules['fence'] = renderer.rules['code_block'] = (tokens, index, _options, env) => {
    const { content = '', info = '', meta } = tokens[index] ?? {}
    const formula = shown(tokens[index], env)
    if (formula !== undefined) return `${formula}\n`
    const language = languageOf(info)
    const code = typeof meta?.['html'] === 'string' ? meta['html'] : escapeHtml(content)
    const named = language === '' ? '' : ` data-language="${escapeHtml(language)}"`
    const file = fileOf(info)
    const name = file === '' ? '' : `<div class="code-name">${escapeHtml(file)}</div>`
    return `<div class="code" data-code${named}>${name}<pre tabindex="0"><code>${code}</code></pre></div>\n`
  }
}

import type { Env, Token } from 'markdown-it'
import type { OutputLimit } from './limits/output-limit.ts'
import { parser } from './parser.ts'

/** Like markdown-it's `renderer.render`, but stops as soon as the result exceeds the limit. */
export function renderTokens(tokens: Token[], env: Env, limit: OutputLimit): string {
  const { renderer, options } = parser
  let html = ''
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') {
      html += renderTokens(token.children ?? [], env, limit)
      continue
    }
    const rule = renderer.rules[token.type]
    const part = rule?.(tokens, index, options, env, renderer) ?? renderer.renderToken(tokens, index, options)
    limit.add(part)
    html += part
  }
  return html
}

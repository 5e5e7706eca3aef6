import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guessLanguage, readingMinutes } from './language.ts'
import { renderMarkdown } from './render-markdown.ts'

describe('the language of a text', () => {
  for (const [text, language] of [
    ['これは日本語の文章です。', 'ja'],
    ['TypeScriptとNode.jsで作るPostgreSQLのクライアント', 'ja'],
    ['カタカナ', 'ja'],
    ['An article in English about 寿司.', 'en'],
    ['', 'en'],
    ['123 😀 !?', 'en'],
    ['Ein Text auf Deutsch', 'en'],
  ] as const) {
    it(`${JSON.stringify(text)} is ${language}`, () => assert.equal(guessLanguage(text), language))
  }

  it('is not affected by its code', async () => {
    const code = `\`\`\`\n${'const value = compute(input)\n'.repeat(50)}\`\`\``
    assert.equal((await renderMarkdown(`日本語の短い文章です。\n\n${code}`)).language, 'ja')
  })
})

describe('the time to read a text', () => {
  for (const [what, text, minutes] of [
    ['500 Japanese characters a minute', '日'.repeat(500), 1],
    ['more of them take longer', '日'.repeat(501), 2],
    ['220 words a minute', "don't ".repeat(220), 1],
    ['more of them take longer', 'word '.repeat(221), 2],
    ['a text of both takes the time of both', `${'日'.repeat(500)} ${'word '.repeat(220)}`, 2],
    ['nothing takes none', ' \n', 0],
  ] as const) {
    it(`${what}: ${minutes}`, () => assert.equal(readingMinutes(text), minutes))
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { excerptOf } from './excerpt.ts'

describe('an excerpt', () => {
  const table = '| 条件 | 向いている |\n|---|---|\n| 件数 | 多い |'

  it('skips tables and code blocks', () => {
    const source = `Before.\n\n${table}\n\n\`\`\`js\nconst a = 1\n\`\`\`\n\nAfter \`code\` in text.`
    assert.equal(excerptOf(source, 160), 'Before. After code in text.')
    assert.equal(excerptOf(table, 160), '')
  })

  it('has headings and lists only if the paragraphs are short', () => {
    const list = '- 玉ねぎ 半分\n- 味噌 大さじ二'
    const soup = `## だし\n\n忙しい朝は、だしを取りません。玉ねぎを薄く切って炒めます。\n\n${list}\n\n水を注ぎます。`
    assert.equal(excerptOf(soup, 40), '忙しい朝は、だしを取りません。玉ねぎを薄く切って炒めます。 水を注ぎます。')
    assert.equal(excerptOf(`## 材料\n\n二人分です。\n\n${list}`, 40), '材料 二人分です。 玉ねぎ 半分 味噌 大さじ二')
  })

  const cases: [string, string, string][] = [
    [
      'ends with a sentence that fills most of the space',
      'One two three. Four five six. Seven eight nine.',
      'One two three. Four five six.',
    ],
    [
      'ends with a Japanese sentence',
      '雨が降りました。風も吹きました。それでも私たちは港まで歩いて行きました。',
      '雨が降りました。風も吹きました。',
    ],
    [
      'keeps the mark that closes a quotation',
      '「雨ですね。風もありますね。」と彼は言い、それからしばらく黙って海を見ていました。',
      '「雨ですね。風もありますね。」',
    ],
    ['ends with a whole word', 'They talked about it: tomorrow, perhaps, or on another day', 'They talked about it…'],
    [
      'takes no abbreviation for the end of a sentence',
      'Some of the tools, e.g. hammers, were lost in the flood',
      'Some of the tools, e.g…',
    ],
    ['of one endless word is cut anywhere', 'x'.repeat(100), `${'x'.repeat(29)}…`],
    ['does not split a character', `${'👩‍👩‍👧'.repeat(3)}${'a'.repeat(40)}`, `${'👩‍👩‍👧'.repeat(3)}…`],
    ['that fits is the whole text', 'A short text, without an end', 'A short text, without an end'],
  ]
  for (const [name, source, expected] of cases) it(name, () => assert.equal(excerptOf(source, 30), expected))

  it('ends with a whole Japanese word', () => {
    const excerpt = excerptOf('東京都の図書館で日本語の組版について長い文章を書いている友人がいます', 20)
    assert.match(excerpt, /^東京都の図書館で日本語の組版(?:に|について)?…$/)
  })

  it('is never longer than the limit', () => {
    const text = 'Wörter, 日本語の文章。 🎉 and (more) words: "quoted". '.repeat(10)
    for (let most = 5; most < 200; most++) assert.ok([...excerptOf(text, most)].length <= most, String(most))
  })
})

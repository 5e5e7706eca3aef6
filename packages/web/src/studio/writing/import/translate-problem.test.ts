import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { importProblems } from '../../i18n/ja/import-problems.ts'
import { translateProblem } from './translate-problem.ts'

const importers = join(import.meta.dirname, '../../../../../importers/src')
/** These read folders of a disk, which a browser does not. */
const ONLY_IN_NODE = /archive\/(folder|open)-archive\.ts$/

describe('problems of an import in Japanese', () => {
  it('keep their values, also where one is a sentence itself', () => {
    for (const [message, japanese] of [
      [
        'An embed of www.youtube.com was replaced by a link.',
        'www.youtube.comの埋め込みはリンクに置き換えられました。',
      ],
      [
        'The image https://a.example/b.png is missing: Its server answered 404.',
        '画像 https://a.example/b.png がありません：サーバーの応答は404でした。',
      ],
      [
        'There is no file articles/*.md. Give the top folder of the repository.',
        'articles/*.md がありません。リポジトリ全体のzipを選んでください。',
      ],
      [
        'The server refuses it. 記事のURL：この値は使えません。',
        'サーバーに拒否されました。記事のURL：この値は使えません。',
      ],
      [
        'The image a.png is missing: The png file is damaged or incomplete.',
        '画像 a.png がありません：pngファイルが壊れているか、途中で終わっています。',
      ],
      ['Something else.', 'Something else.'],
    ] as const) {
      assert.equal(translateProblem(message, importProblems), japanese)
    }
  })

  it('exist for every sentence of the readers', () => {
    const missing: string[] = []
    for (const file of globSync('**/*.ts', { cwd: importers })) {
      if (file.endsWith('.test.ts') || ONLY_IN_NODE.test(file)) continue
      const source = readFileSync(join(importers, file), 'utf8')
      for (const [, , written = ''] of source.matchAll(/(?<=[( ?[])(['`])([A-Z@$][^'`\n]* [^'`\n]*\.)\1/g)) {
        const message = written.replaceAll(/\$\{[^}]*\}/g, 'x')
        if (!message.includes(' ')) continue
        if (translateProblem(message, importProblems) === message) missing.push(`${file}: ${message}`)
      }
    }
    assert.deepEqual(missing, [])
  })
})

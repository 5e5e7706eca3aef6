import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeProblem } from './describe-problem.ts'
import type { Problem } from './problem.ts'

it('a problem is a sentence in each language, with its values and the reason in the same language', () => {
  const image = 'https://a.example/b.png'
  const cases: [Problem, string, string][] = [
    [
      { code: 'embed_replaced', values: { host: 'a.example' } },
      'An embed of a.example was replaced by a link.',
      'a.exampleの埋め込みはリンクに置き換えられました。',
    ],
    [
      { code: 'image_missing', values: { image, reason: { code: 'image_response', values: { status: 404 } } } },
      'The image https://a.example/b.png is missing: its server responded 404.',
      '画像 https://a.example/b.png がありません：サーバーの応答は404でした。',
    ],
    [
      { code: 'image_missing', values: { image: { code: 'image_in_text' }, reason: rejected('TOO_LARGE') } },
      'The image inside the text is missing: Not this one.',
      '画像 （本文中） がありません：大きすぎます。',
    ],
    [rejected('INVALID_VALUE'), 'Not this one.', 'サーバーに拒否されました（Not this one.）'],
  ]
  for (const [problem, english, japanese] of cases) {
    assert.deepEqual([describeProblem(problem, 'en'), describeProblem(problem, 'ja')], [english, japanese])
  }
})

function rejected(code: string): Problem {
  return { code: 'rejected', values: { code, message: 'Not this one.' } }
}

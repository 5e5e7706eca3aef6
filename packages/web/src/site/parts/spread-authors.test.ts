import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spreadAuthors } from './spread-authors.ts'

const spread = (names: string) =>
  spreadAuthors([...names].map((username, i) => ({ i, author: { username, display_name: '', avatar_url: null } })))

describe('the front page', () => {
  const cases: [string, string][] = [
    ['abcab', 'abcab'],
    ['aaab', 'aaba'],
    ['aaaabbbb', 'aabaabbb'],
    ['aaaa', 'aaaa'],
    ['', ''],
  ]
  for (const [given, expected] of cases) {
    it(`shows at most two posts of one author in a row if it can: ${given} becomes ${expected}`, () => {
      const posts = spread(given)
      assert.equal(posts.map(post => post.author.username).join(''), expected)
      assert.equal(new Set(posts.map(({ i }) => i)).size, given.length)
    })
  }
})

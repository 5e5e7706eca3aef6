import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateNewPost } from './post-rules.ts'

test('a schedule must be later than now', () => {
  const now = new Date('2030-01-01T00:00:00Z')
  const codes = (ms: number) => {
    const scheduled_for = new Date(now.getTime() + ms).toISOString()
    const post = { title: 'T', content: '', status: 'scheduled', scheduled_for } as const
    return validateNewPost(post, now).issues.map(({ code }) => code)
  }
  assert.deepEqual([codes(-1), codes(0), codes(1)], [['MUST_BE_FUTURE'], ['MUST_BE_FUTURE'], []])
})

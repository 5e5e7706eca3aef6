import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { engagementOf, type HourOfEngagement, trendingScore } from './ranking-score.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = new Date('2030-06-15T12:00:00Z')

const hour = (ageMs: number, deeds: Partial<HourOfEngagement>): HourOfEngagement => ({
  hour: new Date(NOW.getTime() - ageMs),
  views: 0,
  likes: 0,
  comments: 0,
  saves: 0,
  resonances: 0,
  ...deeds,
})

describe('engagement', () => {
  it('weighs a view 1, a like 5, a comment 8, a save 10 and a resonance 10', () => {
    for (const [deed, weight] of Object.entries({ views: 1, likes: 5, comments: 8, saves: 10, resonances: 10 })) {
      assert.equal(engagementOf(hour(0, { [deed]: 1 })), weight, deed)
      assert.equal(engagementOf(hour(0, { [deed]: 7 })), 7 * weight, deed)
    }
  })

  it('adds up what one hour brought', () => {
    assert.equal(engagementOf(hour(0, { views: 1, likes: 1, comments: 1, saves: 1, resonances: 1 })), 34)
    assert.equal(engagementOf(hour(0, {})), 0)
  })
})

describe('the trending score', () => {
  it('is 0 for a post that nobody touched', () => assert.equal(trendingScore([], NOW), 0))

  it('counts what happens now in full, and half of it with each day that has passed', () => {
    for (const days of [0, 1, 2, 3, 6]) {
      assert.equal(trendingScore([hour(days * DAY_MS, { views: 64 })], NOW), 64 / 2 ** days)
    }
  })

  it('decays within a day as well', () => {
    assert.ok(Math.abs(trendingScore([hour(12 * HOUR_MS, { saves: 10 })], NOW) - 100 * Math.SQRT1_2) < 1e-9)
  })

  it('forgets an hour that began 7 days ago or earlier', () => {
    assert.equal(trendingScore([hour(7 * DAY_MS, { saves: 1000 })], NOW), 0)
    assert.ok(trendingScore([hour(7 * DAY_MS - 1, { saves: 1000 })], NOW) > 0)
  })

  it('adds up the shares of all hours, in whichever order they come', () => {
    const hours = [hour(DAY_MS, { likes: 4 }), hour(0, { comments: 1 }), hour(8 * DAY_MS, { saves: 5 })]
    assert.equal(trendingScore(hours, NOW), 18)
    assert.equal(trendingScore(hours.toReversed(), NOW), 18)
  })

  it('is that of the documentation’s example', () => {
    const older = [hour(2 * DAY_MS, { views: 100, likes: 4 }), hour(0, { views: 30 })]
    assert.equal(trendingScore(older, NOW), 60)
    assert.equal(
      older.reduce((sum, each) => sum + engagementOf(each), 0),
      150,
    )
    assert.equal(trendingScore([hour(0, { views: 70 })], NOW), 70)
  })
})

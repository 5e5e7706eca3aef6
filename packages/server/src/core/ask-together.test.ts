import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { askTogether } from './ask-together.ts'

/** Squares numbers, and remembers which it was asked for at a time. */
function squares(most: number) {
  const asked: (readonly number[])[] = []
  const ask = askTogether(most, async (numbers: readonly number[]) => {
    asked.push(numbers)
    if (numbers.includes(-1)) throw new Error('cannot')
    return numbers.map(number => number ** 2)
  })
  return { ask, asked }
}

describe('questions of one turn', () => {
  it('are asked together, and each gets its own answer', async () => {
    const { ask, asked } = squares(10)
    assert.deepEqual(await Promise.all([3, 1, 2, 1].map(ask)), [9, 1, 4, 1])
    assert.deepEqual(asked, [[3, 1, 2, 1]])
  })

  it('are asked in groups when they are too many', async () => {
    const { ask, asked } = squares(2)
    assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(ask)), [1, 4, 9, 16, 25])
    assert.deepEqual(asked, [[1, 2], [3, 4], [5]])
  })

  it('fail together, and nobody else with them', async () => {
    const { ask } = squares(2)
    const outcomes = await Promise.allSettled([1, -1, 2].map(ask))
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    )
    assert.equal(await ask(4), 16)
  })
})

describe('a question that comes later', () => {
  it('is not answered with what was asked for before it came', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let state = 'old'
    const read = askTogether(10, async (names: readonly string[]) => {
      const seen = state
      await held
      return names.map(name => `${name} ${seen}`)
    })
    const early = read('early')
    await turn()
    state = 'new'
    const late = read('late')
    await turn()
    release()
    assert.deepEqual(await Promise.all([early, late]), ['early old', 'late new'])
  })
})

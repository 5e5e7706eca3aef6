import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { flag, number, only, readOptions, seed } from './command-line.ts'

const command = {
  name: 'bench:some',
  about: 'Something.',
  options: {
    quick: flag('in a hurry'),
    rounds: number('how often', { standard: 8, least: 1 }),
    minutes: number('how long', { standard: 10, least: 0.5 }),
    only: only('rows', ['own list', 'PATCH']),
    seed,
  },
}
const read = (...args: string[]) => {
  const options = readOptions(command, args)
  return 'usage' in options ? assert.fail(options.usage) : options
}

describe('the command line of a benchmark', () => {
  it('gives every option its value or default', () => {
    const { values } = read()
    assert.partialDeepStrictEqual(values, { quick: false, rounds: 8, minutes: 10, only: ['own list', 'PATCH'] })
    const given = read('--quick', '--rounds', '2', '--minutes=0.5', '--only', 'patch', '--seed', 'abc')
    assert.deepEqual(given.values, { quick: true, rounds: 2, minutes: 0.5, only: ['PATCH'], seed: 'abc' })
  })

  it('writes the results of a partial run next to those of a full one', () => {
    for (const whole of [[], ['--seed', 'abc'], ['--rounds', '8']]) assert.equal(read(...whole).resultsName, 'some')
    for (const part of [['--quick'], ['--rounds', '2'], ['--minutes', '1'], ['--only', 'own']]) {
      assert.equal(read(...part, '--seed', 'abc').resultsName, 'some-partial')
    }
  })

  it('rejects unknown options and values, and lists the valid ones', () => {
    const errors: [args: string[], said: RegExp][] = [
      [['--fast'], /^Unknown option '--fast'/],
      [['fast'], /^Unexpected argument 'fast'/],
      [['--rounds', 'x'], /^--rounds takes a whole number from 1 up, not x$/],
      [['--rounds', '0'], /not 0$/],
      [['--rounds=-1'], /not -1$/],
      [['--rounds', '1.5'], /not 1.5$/],
      [['--minutes', '0.4'], /^--minutes takes a number from 0.5 up, not 0.4$/],
      [['--only', 'nothing'], /^--only finds none of the rows by nothing; they are\n {2}own list\n {2}PATCH$/],
    ]
    for (const [args, message] of errors) assert.throws(() => read(...args), { message })
  })

  it('describes every option for --help, without checking the others', () => {
    const described = readOptions(command, ['--help', '--rounds', 'x'])
    assert.match(
      String('usage' in described && described.usage),
      /npm run bench:some.*--rounds <number> +how often; 8 by/s,
    )
  })
})

describe('a benchmark command', () => {
  it('exits with one line and code 2 before it starts anything, if an option is invalid', async () => {
    const file = join(import.meta.dirname, '../abuse.ts')
    const ended = await new Promise<{ code: unknown; said: string }>(resolve => {
      execFile(process.execPath, [file, '--only', 'nosuchpart'], (error, out, said) =>
        resolve({ code: error?.code, said: out + said }),
      )
    })
    assert.equal(ended.code, 2)
    assert.match(
      ended.said,
      /^--only finds none of the parts by nosuchpart; they are\n {2}[\s\S]*\n--help says more\n$/,
    )
  })
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { CommandLineFault, flag, number, oneOf, only, seed } from './options.ts'
import { readOptions, usageOf } from './read-command-line.ts'

const command = {
  name: 'bench:some',
  about: 'Something.',
  options: {
    quick: flag('in a hurry'),
    rounds: number('how often', { standard: 8, least: 1 }),
    size: oneOf('how many', [10, 100], 100),
    only: only('rows', ['own list', 'PATCH']),
    seed,
  },
}
const read = (...args: string[]) => readOptions(command, args)

describe('the command line of a benchmark', () => {
  it('gives every option its value or default', () => {
    const { values } = read()
    assert.partialDeepStrictEqual(values, { quick: false, rounds: 8, size: 100, only: ['own list', 'PATCH'] })
    const given = read('--quick', '--rounds', '2', '--size=10', '--only', 'patch', '--seed', 'abc')
    assert.deepEqual(given.values, { quick: true, rounds: 2, size: 10, only: ['PATCH'], seed: 'abc' })
  })

  it('writes the results of a partial run next to those of a full one', () => {
    for (const whole of [[], ['--seed', 'abc'], ['--rounds', '8']]) assert.equal(read(...whole).resultsName, 'some')
    for (const part of [['--quick'], ['--rounds', '2'], ['--size', '10'], ['--only', 'own']]) {
      assert.equal(read(...part, '--seed', 'abc').resultsName, 'some-partial')
    }
  })

  it('refuses unknown options and values, and lists the valid ones', () => {
    const faults: [args: string[], said: RegExp][] = [
      [['--fast'], /^Unknown option '--fast'$/],
      [['fast'], /^Unexpected argument 'fast'$/],
      [['--rounds', 'x'], /^--rounds takes a whole number from 1 up, not x$/],
      [['--rounds', '0'], /not 0$/],
      [['--rounds', '-1'], /not -1$/],
      [['--rounds', '1.5'], /not 1.5$/],
      [['--size', '50'], /^--size takes one of 10, 100, not 50$/],
      [['--only', 'nothing'], /^--only finds none of the rows by nothing; they are\n {2}own list\n {2}PATCH$/],
    ]
    for (const [args, message] of faults) assert.throws(() => read(...args), { name: CommandLineFault.name, message })
  })

  it('describes every option for --help, without checking the others', () => {
    assert.equal(read('--help', '--rounds', 'x').isHelp, true)
    assert.match(usageOf(command), /npm run bench:some.*Something\..*--rounds <number> +how often; 8 unless/s)
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

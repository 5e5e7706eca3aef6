import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '../..')
const FIXTURE = 'scripts/test/failing.fixture.ts'

/** What the runner prints for the tests of the fixture. */
function run(lines: 'tests' | 'files', file = FIXTURE): string {
  // With this variable, Node would report to the test run that this test is part of.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const reporter = pathToFileURL(join(import.meta.dirname, 'reporter.ts'))
  const { status, stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, file], {
    cwd: ROOT,
    env: { ...env, GALLEY_TEST_LINES: lines },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  return stdout
}

describe('the output of npm test', () => {
  it('shows name, place and difference of a failure, and nothing of the test runner', () => {
    const output = run('tests')
    assert.match(output, /^✔ a suite › passes \(\d+ ms\)$/m)
    const [, failed = ''] = output.split('Failed:\n')
    assert.match(failed, /✖ a suite › compares\n {4}scripts\/test\/failing\.fixture\.ts:7:3\n/)
    assert.match(failed, /\+ {3}a: 1\n {4}- {3}a: 2\n/)
    assert.match(failed, /\n {4}at scripts\/test\/failing\.fixture\.ts:9:12\n/)
    assert.doesNotMatch(output, /node:internal|generatedMessage|ERR_/)
    assert.match(output, /output of the process:\nprinted by the test\n/)
    assert.match(output, /\n3 tests in 1 files, 2 failed, [\d.]+ s\n$/)
  })

  it('shows why a file could not be loaded, alone or in a group', () => {
    for (const file of ['broken.fixture.ts', 'group.fixture.ts']) {
      const output = run('files', `scripts/test/${file}`)
      assert.match(output, /SyntaxError: .*does not provide an export named 'missing'/)
    }
  })

  it('shows an error that happens after the end of its test', () => {
    const output = run('files', 'scripts/test/late.fixture.ts')
    assert.match(output, /the process exited with code 1\n/)
    assert.match(output, /Test "ends too early" at .*late\.fixture\.ts.* created the error "Error: too late"/)
  })

  it('has one line for each file of a group', () => {
    const output = run('files', 'scripts/test/group.fixture.ts')
    assert.match(output, /^✔ scripts\/release\/versions\.test\.ts \(1 tests, [\d.]+ s\)$/m)
    assert.match(output, /^✖ scripts\/test\/broken\.test\.ts \(/m)
    assert.match(output, / tests in 2 files, 1 failed/)
  })

  it('cuts long lines', () => {
    assert.ok(run('tests').length < 2000)
  })

  it('has one line for each file when there are many', () => {
    const output = run('files')
    assert.match(output, /^✖ scripts\/test\/failing\.fixture\.ts \(3 tests, [\d.]+ s\)$/m)
    assert.doesNotMatch(output, /✔ a suite › passes/)
  })
})

/** A group like those that the runner makes, with one file that cannot be loaded, for the test of the reporter. */
import { join } from 'node:path'
import { describe } from 'node:test'
import { runGroup } from './run-group.ts'

runGroup(join(import.meta.dirname, '../..'), ['scripts/release/versions.test.ts'])
describe('scripts/test/broken.test.ts', async () => {
  await import('./broken.fixture.ts')
})

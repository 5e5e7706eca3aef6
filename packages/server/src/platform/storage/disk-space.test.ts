import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { readSpace } from './disk-space.ts'

it('the space is that of the disk on which a missing data folder would be made', async () => {
  const diskReserveBytes = undefined
  const { reserveBytes } = await readSpace({ dataDir: join(tmpdir(), 'missing', 'data'), diskReserveBytes })
  assert.equal(reserveBytes, (await readSpace({ dataDir: tmpdir(), diskReserveBytes })).reserveBytes)
})

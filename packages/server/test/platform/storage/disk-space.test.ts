import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { it } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { pino } from 'pino'
import { DiskSpace } from '../../../src/platform/storage/disk-space.ts'
import { eventually } from '../../support/eventually.ts'

it('the log says once when writing stops and when it goes on', async () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: line => void lines.push(JSON.parse(line).msg) })
  const settings = { dataDir: tmpdir(), diskReserveBytes: 2 ** 60 }
  const disk = new DiskSpace(settings, log, new Registry())
  const isLow = (expected: boolean) => eventually(async () => assert.equal(await disk.isLow(), expected))
  await isLow(true)
  await isLow(true)
  settings.diskReserveBytes = 0
  await isLow(false)
  await isLow(false)
  assert.equal(lines.length, 2)
  assert.match(
    lines[0] ?? '',
    /^the disk is nearly full: writing stops \(\d+ MiB are free, DISK_RESERVE is 1099511627776 MiB\)$/,
  )
  assert.match(lines[1] ?? '', /^there is space on the disk again: writing goes on \(/)
})

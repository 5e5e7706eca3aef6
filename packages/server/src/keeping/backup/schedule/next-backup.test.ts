import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BackupRun, LastRuns } from '../run-store.ts'
import { isBackupDue, isBackupOverdue, isVerificationDue } from './next-backup.ts'

const at = (time: string) => new Date(`2026-03-${time}:00Z`)
const run = (started: string, isSuccess: boolean): BackupRun => ({
  id: started,
  started_at: at(started),
  finished_at: at(started),
  location: '',
  bytes: isSuccess ? 1 : null,
  error: isSuccess ? null : 'failed',
})
const runs = (success?: string, failure?: string): LastRuns => {
  const lastSuccess = success === undefined ? undefined : run(success, true)
  return { lastSuccess, last: failure === undefined ? lastSuccess : run(failure, false) }
}

const HOUR = 3_600_000
const NIGHTLY = '0 3 * * *'

describe('a scheduled backup', () => {
  it('is due at once if there is none, and then by the schedule', () => {
    assert.equal(isBackupDue(NIGHTLY, runs(), at('10T12:00')), true)
    assert.equal(isBackupDue(NIGHTLY, runs('10T12:00'), at('11T02:59')), false)
    assert.equal(isBackupDue(NIGHTLY, runs('10T12:00'), at('11T03:00')), true)
    assert.equal(isBackupDue(6 * HOUR, runs('10T12:00'), at('10T17:59')), false)
    assert.equal(isBackupDue(6 * HOUR, runs('10T12:00'), at('10T18:00')), true)
  })

  it('that was missed while no server ran is due at once', () => {
    assert.equal(isBackupDue(NIGHTLY, runs('10T03:00'), at('13T12:00')), true)
  })

  it('that failed is tried again after ten minutes', () => {
    assert.equal(isBackupDue(NIGHTLY, runs('10T03:00', '11T03:00'), at('11T03:09')), false)
    assert.equal(isBackupDue(NIGHTLY, runs('10T03:00', '11T03:00'), at('11T03:10')), true)
  })

  it('is overdue an hour after its time', () => {
    const since = at('11T00:00')
    assert.equal(isBackupOverdue(NIGHTLY, runs('10T03:00'), at('11T04:00'), since), false)
    assert.equal(isBackupOverdue(NIGHTLY, runs('10T03:00'), at('11T04:01'), since), true)
    assert.equal(isBackupOverdue(NIGHTLY, runs('11T03:00'), at('11T04:01'), since), false)
    assert.equal(isBackupOverdue(NIGHTLY, runs(), at('11T00:30'), since), false)
    assert.equal(isBackupOverdue(NIGHTLY, runs(), at('11T01:01'), since), true)
  })
})

describe('a verification', () => {
  const due = (schedule: string | number | undefined, before: string, now: string) =>
    isVerificationDue(schedule, runs(before), at(now))

  it('is due with the first backup, with the first one after each of its times, and after a failure', () => {
    assert.equal(isVerificationDue(NIGHTLY, runs(), at('10T12:00')), true)
    assert.deepEqual([due(NIGHTLY, '10T03:00', '11T02:59'), due(NIGHTLY, '10T03:00', '11T03:00')], [false, true])
    assert.deepEqual([due(6 * HOUR, '10T06:00', '10T11:59'), due(6 * HOUR, '10T11:59', '10T12:00')], [false, true])
    assert.equal(isVerificationDue(NIGHTLY, runs('11T03:00', '11T03:10'), at('11T03:20')), true)
    assert.equal(isVerificationDue(undefined, runs(), at('10T12:00')), false)
  })
})

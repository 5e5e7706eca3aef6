import assert from 'node:assert/strict'
import { it } from 'node:test'
import pino from 'pino'
import { FaultLog } from './fault-log.ts'

const MINUTE_MS = 60_000

it('logs a lasting fault less and less often, and its end once', async () => {
  const lines: string[] = []
  let minute = 0
  const log = pino({}, { write: line => void lines.push(`${minute} ${JSON.parse(line).msg}`) })
  const faults = new FaultLog(log, () => minute * MINUTE_MS)
  for (; minute < 200; minute += 0.25) await faults.watch('sending', Promise.reject(new Error('refused')))
  for (; minute < 210; minute++) assert.equal(await faults.watch('sending', Promise.resolve('sent')), 'sent')
  await faults.watch('sending', Promise.reject(new Error('refused again')))
  assert.deepEqual(lines, [
    ...[0, 1, 3, 7, 15, 31, 63, 123, 183].map(at => `${at} sending failed: refused`),
    '200 sending works again',
    '210 sending failed: refused again',
  ])
})

it('counts the faults of each kind of work separately', async () => {
  const lines: string[] = []
  const faults = new FaultLog(pino({}, { write: line => void lines.push(JSON.parse(line).msg) }))
  await faults.watch('sending', Promise.reject(new Error('refused')))
  await faults.watch('reading', Promise.resolve())
  await faults.watch('reading', Promise.reject(new Error('hidden')))
  assert.deepEqual(lines, ['sending failed: refused', 'reading failed: hidden'])
})

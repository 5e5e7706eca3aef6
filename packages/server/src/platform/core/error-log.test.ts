import assert from 'node:assert/strict'
import { it } from 'node:test'
import pino from 'pino'
import { ErrorLog } from './error-log.ts'

const MINUTE_MS = 60_000

it('logs a lasting fault less and less often, and its end once', async () => {
  const lines: string[] = []
  let minute = 0
  const log = pino({}, { write: line => void lines.push(`${minute} ${JSON.parse(line).msg}`) })
  const issues = new ErrorLog(log, () => minute * MINUTE_MS)
  for (; minute < 200; minute += 0.25) await issues.watch('sending', Promise.reject(new Error('refused')))
  for (; minute < 210; minute++) assert.equal(await issues.watch('sending', Promise.resolve('sent')), 'sent')
  await issues.watch('sending', Promise.reject(new Error('refused again')))
  assert.deepEqual(lines, [
    ...[0, 1, 3, 7, 15, 31, 63, 123, 183].map(at => `${at} sending failed: refused`),
    '200 sending works again',
    '210 sending failed: refused again',
  ])
})

it('counts the errors of each kind of work separately', async () => {
  const lines: string[] = []
  const issues = new ErrorLog(pino({}, { write: line => void lines.push(JSON.parse(line).msg) }))
  await issues.watch('sending', Promise.reject(new Error('refused')))
  await issues.watch('reading', Promise.resolve())
  await issues.watch('reading', Promise.reject(new Error('hidden')))
  assert.deepEqual(lines, ['sending failed: refused', 'reading failed: hidden'])
})

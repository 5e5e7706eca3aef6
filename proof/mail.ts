import { compareTimes } from './mail/compare-times.ts'
import { killSenders } from './mail/kill-senders.ts'
import { number, only, readCommandLine, seed } from './support/command-line.ts'
import { type Row, report } from './support/report.ts'

const { values, resultsName } = readCommandLine({
  name: 'proof:mail',
  about: `Sends mails while worker and SMTP server are killed at random: each recipient gets its mail exactly once, or the mail is
listed as uncertain. Then compares the time of answers for known and unknown addresses. About 8 minutes.`,
  options: {
    only: only('parts', ['kills', 'times']),
    mails: number('how many mails', { standard: 10_000, least: 100 }),
    tries: number('how many requests of each kind are timed', { standard: 1000, least: 100 }),
    seed,
  },
})

const failures: string[] = []
const tables: Record<string, readonly Row[]> = {}
if (values.only.includes('kills')) {
  const { mails, kills, twice, lost, ...found } = await killSenders(values.mails, values.seed)
  for (const address of twice) failures.push(`${address} got the mail twice`)
  for (const address of lost) failures.push(`${address} got no mail, and it is not uncertain`)
  const missing = mails - found.sent - found.uncertain
  if (missing !== 0) failures.push(`${missing} mails have failed`)
  tables['Mails'] = [{ mails, ...kills, ...found, twice: twice.length, lost: lost.length }]
}
if (values.only.includes('times')) {
  const rows = await compareTimes(values.tries, values.seed)
  for (const { request, verdict, z } of rows) if (verdict === 'DIFFERENT') failures.push(`${request}: z = ${z}`)
  tables['Times'] = rows.map(row => ({ ...row }))
}

report(resultsName, { tables, failures, passed: `every check passed, seed ${values.seed}` })

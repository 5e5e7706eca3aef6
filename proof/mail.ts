import { number, only, seed } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { compareTimes } from './mail/compare-times.ts'
import { killSenders } from './mail/kill-senders.ts'
import { reportRecords } from './report/record-tables.ts'

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
const tables: Record<string, Record<string, string | number>[]> = {}
if (values.only.includes('kills')) {
  const { mails, kills, sent, uncertain, uncertainArrived, twice, lost, seconds } = await killSenders(
    values.mails,
    values.seed,
  )
  for (const address of twice) failures.push(`${address} got the mail twice`)
  for (const address of lost) failures.push(`${address} got no mail, and it is not uncertain`)
  if (sent + uncertain !== mails) failures.push(`${mails - sent - uncertain} mails have failed`)
  tables['Mails'] = [
    {
      mails,
      'workers killed': kills.worker,
      'SMTP servers killed': kills['smtp server'],
      sent,
      uncertain,
      'of these arrived': uncertainArrived,
      twice: twice.length,
      lost: lost.length,
      seconds,
    },
  ]
}
if (values.only.includes('times')) {
  const rows = await compareTimes(values.tries, values.seed)
  for (const { request, verdict, z } of rows) if (verdict === 'DIFFERENT') failures.push(`${request}: z = ${z}`)
  tables['Times'] = rows.map(row => ({ ...row }))
}

const hasPassed = failures.length === 0
reportRecords(
  resultsName,
  { tables, failures },
  {
    tables,
    verdict: hasPassed
      ? `every check passed, seed ${values.seed}`
      : `${failures.length} FAILURES: ${failures.slice(0, 5).join('; ')}, seed ${values.seed}`,
  },
)
process.exitCode = hasPassed ? 0 : 1

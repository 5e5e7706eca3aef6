import { runPayments } from './payments/run-payments.ts'
import { number, readCommandLine, seed } from './support/command-line.ts'
import { report } from './support/report.ts'

const { values, resultsName } = readCommandLine({
  name: 'proof:payments',
  about: `Buys posts while reports of the payment provider are duplicated, reordered, late and lost, and the server is killed at
40 random times, sometimes with its database. Then compares our ledger and the access of every buyer with the provider. Before
that it measures the time from a payment to the access. 6 to 12 minutes on two cores.`,
  options: { purchases: number('how many purchases', { standard: 1000, least: 10 }), seed },
})

const { counts, failures } = await runPayments(values.purchases, values.seed)
report(resultsName, {
  tables: { Payments: [counts] },
  failures,
  passed: `the ledger equals that of the provider, seed ${values.seed}`,
})

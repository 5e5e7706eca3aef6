import { number, seed } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { runPayments } from './payments/run-payments.ts'
import { log } from './report/results.ts'

const { values } = readCommandLine({
  name: 'proof:payments',
  about: `Buys posts while reports of the payment provider are duplicated, reordered, late and lost, and the server is killed at
40 random times, sometimes with its database. Then compares our ledger and the access of every buyer with the provider. Before
that it measures the time from a payment to the access. 6 to 12 minutes on two cores.`,
  options: { purchases: number('how many purchases', { standard: 1000, least: 10 }), seed },
})

const { counts, failures } = await runPayments(values.purchases, values.seed)
for (const [name, count] of Object.entries(counts)) log(`${name}: ${count}`)
for (const failure of failures) log(`FAILURE: ${failure}`)
log(
  failures.length === 0 ? 'the ledger equals that of the provider' : `${failures.length} failures, seed ${values.seed}`,
)
process.exitCode = failures.length === 0 ? 0 : 1

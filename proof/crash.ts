import { KILLS } from './crash/kills.ts'
import { runCrashes } from './crash/run-crashes.ts'
import { flag, number, readCommandLine, seed } from './support/command-line.ts'
import { report } from './support/report.ts'

const { values, resultsName } = readCommandLine({
  name: 'crash',
  about: `Kills server, worker and postmaster at random times under load, and compares the data afterwards with what was
acknowledged. About 4 minutes.`,
  options: {
    quick: flag('one round of each kind'),
    rounds: number('how many crashes', { standard: 50, least: 1 }),
    seed,
  },
})

const rounds = values.quick ? Object.keys(KILLS).length : values.rounds
const { kills, requests, checks, afterwards, failures } = await runCrashes(rounds, values.seed)
report(resultsName, {
  tables: { Killed: kills, Requests: requests, Checks: checks, Afterwards: [afterwards] },
  figures: values,
  failures,
  passed: `${rounds} rounds: every check passed, seed ${values.seed}`,
})

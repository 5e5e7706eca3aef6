import { command } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { printFaults } from '../../folder/fault.ts'
import { makePlan } from '../../sync/plan.ts'
import { hasProblems, planJson, printPlan } from '../../sync/report-plan.ts'
import { openFolder, openSync } from '../../sync/sync.ts'

export const status = command({
  name: 'status',
  summary: 'show what differs between the files and the server',
  args: '[DIR|FILE]',
  completes: 'files',
  details: 'Changes nothing. The exit code is 1 if there are faults or conflicts.',
  examples: ['gly status', 'gly status --json'],
  async run(invocation) {
    const { output } = invocation
    const folder = await openFolder(invocation)
    const sync = await openSync(folder, invocation)
    const plan = await makePlan(sync)
    const faults = [...folder.faults, ...plan.faults]
    output.printJson({ server: sync.url, ...planJson(sync, plan), faults })
    printPlan(sync, plan, output)
    printFaults(output, faults)
    return faults.length > 0 || hasProblems(plan) ? EXIT.faults : EXIT.done
  },
})

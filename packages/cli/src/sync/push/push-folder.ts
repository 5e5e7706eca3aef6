import type { AnyInvocation } from '../../command.ts'
import { EXIT, type ExitCode } from '../../exit-codes.ts'
import { checkImages } from '../../folder/check-images.ts'
import { compareFaults, count, type Fault, printFaults } from '../../folder/fault.ts'
import type { Folder } from '../../folder/folder.ts'
import { inScope, PROJECT_FILE } from '../../folder/project.ts'
import { printWarnings } from '../../folder/rendering-limits.ts'
import { type Output, visibleLine } from '../../terminal/output.ts'
import { makePlan, type Plan } from '../plan.ts'
import { hasProblems, planJson, printPlan } from '../report-plan.ts'
import { printDiff } from '../show-diff.ts'
import { openFolder, openSync, type Sync } from '../sync.ts'
import { linkFaults } from './link-faults.ts'
import { checkPrune, prune } from './prune.ts'
import { REASONS, type Sent, sendPosts } from './send-posts.ts'

export interface PushOptions {
  readonly dryRun: boolean
  /** What to do with posts that were edited elsewhere; by default they are left alone. */
  readonly resolve: 'ours' | 'theirs' | undefined
  readonly prune: boolean
  readonly yes: boolean
}

export async function pushFolder(invocation: AnyInvocation, options: PushOptions): Promise<ExitCode> {
  const { output } = invocation
  const folder = await openFolder(invocation)
  const faults = await faultsInScope(folder)
  if (faults.length > 0) return refuse(output, faults)
  const sync = await openSync(folder, invocation)
  const plan = await makePlan(sync)
  const planFaults = [...plan.faults, ...linkFaults(plan, options.resolve)].sort(compareFaults)
  if (planFaults.length > 0) return refuse(output, planFaults)
  if (options.dryRun) {
    output.printJson({ server: sync.url, dry_run: true, ...planJson(sync, plan), faults: [] })
    printPlan(sync, plan, output, options)
    return hasProblems(plan, options) ? EXIT.faults : EXIT.done
  }
  if (options.prune) checkPrune(plan.orphans, options.yes, output)
  const sent = await sendPosts(sync, plan, options.resolve, output)
  const pruned = options.prune ? await prune(sync, plan.orphans, options.yes, output, sent.conflicts) : []
  sync.state.compact()
  output.printJson({ server: sync.url, ...sentJson(sent), pruned, no_file: options.prune ? [] : namesOf(sync, plan) })
  for (const file of pruned) output.print(`${output.paint('red', 'deleted')} ${visibleLine(file)}`)
  printSent(sent, output)
  if (sent.conflicts.length > 0 && (await sync.git.isShallow())) {
    output.note('This clone has no history, so earlier versions are unknown. Fetch it with git fetch --unshallow.')
  }
  if (plan.orphans.length > 0 && !options.prune) {
    output.print(
      `${count(plan.orphans.length, 'post has', 'posts have')} no file. To delete: gly push --prune. To get the file: gly pull.`,
    )
  }
  return exitCodeOf(sent)
}

async function faultsInScope(folder: Folder): Promise<Fault[]> {
  const faults = [...folder.faults, ...(await checkImages(folder))]
  return faults.filter(({ file }) => file === PROJECT_FILE || inScope(folder.project, file))
}

function refuse(output: Output, faults: readonly Fault[]): ExitCode {
  output.printJson({ faults })
  printFaults(output, faults)
  output.print(`\n${count(faults.length, 'fault')}. Nothing was sent.`)
  return EXIT.faults
}

const namesOf = (sync: Sync, plan: Plan) => (planJson(sync, plan) as { no_file: unknown }).no_file

const sentJson = ({ conflicts, ...sent }: Sent) => ({
  ...sent,
  conflicts: conflicts.map(({ file, reason, diff }) => ({ file, reason, diff })),
})

function printSent(sent: Sent, output: Output): void {
  for (const file of sent.created) output.print(`${output.paint('green', 'created')} ${file}`)
  for (const file of sent.updated) output.print(`${output.paint('yellow', 'updated')} ${file}`)
  for (const { file, from } of sent.renamed) output.print(`${output.paint('yellow', 'renamed')} ${file} (was ${from})`)
  for (const file of sent.taken) output.print(`${output.paint('cyan', 'taken from the server')} ${file}`)
  for (const { file, reason, diff } of sent.conflicts) {
    output.print(`${output.paint('red', 'not sent')} ${file}: ${reason}`)
    if (diff !== '') printDiff(output, diff)
  }
  for (const { file, message } of sent.refused) output.print(`${output.paint('red', 'refused')} ${file}: ${message}`)
  printFaults(output, sent.faults)
  printWarnings(output, sent.warnings)
  const parts = [
    `${sent.created.length} created`,
    `${sent.updated.length} updated`,
    ...(sent.renamed.length > 0 ? [`${sent.renamed.length} renamed`] : []),
    `${sent.unchanged} unchanged`,
    ...(sent.uploaded > 0 ? [`${count(sent.uploaded, 'image')} uploaded`] : []),
    ...(sent.conflicts.length > 0 ? [count(sent.conflicts.length, 'conflict')] : []),
  ]
  output.print(`${parts.join(', ')}.`)
  if (sent.conflicts.some(({ reason }) => reason === REASONS.behind || reason === REASONS.conflict)) {
    output.print('gly push --ours replaces the versions of the server, gly push --theirs takes them.')
  }
}

function exitCodeOf({ refused, faults, conflicts }: Sent): ExitCode {
  if (refused.length > 0) return EXIT.refused
  return faults.length + conflicts.length > 0 ? EXIT.faults : EXIT.done
}

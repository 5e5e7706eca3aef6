import type { AnyInvocation } from '../../command.ts'
import { EXIT, type ExitCode } from '../../exit-codes.ts'
import { checkImages } from '../../folder/check-images.ts'
import { compareErrors, count, type FileError, printErrors } from '../../folder/file-error.ts'
import type { Folder } from '../../folder/folder.ts'
import { inScope, PROJECT_FILE } from '../../folder/project.ts'
import { printWarnings } from '../../folder/rendering-limits.ts'
import { type Output, visibleLine } from '../../terminal/output.ts'
import { makePlan, type Plan } from '../plan.ts'
import { hasProblems, planJson, printPlan } from '../report-plan.ts'
import { printDiff } from '../show-diff.ts'
import { openFolder, openSync, type Sync } from '../sync.ts'
import { checkPrune, prune } from './prune.ts'
import { isEdited, REASONS, type Sent, sendPosts } from './send-posts.ts'

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
  const errors = await errorsInScope(folder)
  if (errors.length > 0) return sendNothing(output, errors)
  const sync = await openSync(folder, invocation)
  const plan = await makePlan(sync)
  const planErrors = [...plan.errors, ...linkErrors(plan, options.resolve)].sort(compareErrors)
  if (planErrors.length > 0) return sendNothing(output, planErrors)
  if (options.dryRun) {
    output.printJson({ server: sync.url, dry_run: true, ...planJson(sync, plan), faults: [] })
    printPlan(sync, plan, output, options)
    return hasProblems(plan, options) ? EXIT.errors : EXIT.done
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

async function errorsInScope(folder: Folder): Promise<FileError[]> {
  const errors = [...folder.errors, ...(await checkImages(folder))]
  return errors.filter(({ file }) => file === PROJECT_FILE || inScope(folder.project, file))
}

function sendNothing(output: Output, errors: readonly FileError[]): ExitCode {
  output.printJson({ faults: errors })
  printErrors(output, errors)
  output.print(`\n${count(errors.length, 'error')}. Nothing was sent.`)
  return EXIT.errors
}

const namesOf = (sync: Sync, plan: Plan) => (planJson(sync, plan) as { no_file: unknown }).no_file

const sentJson = ({ conflicts, rejected, errors, ...sent }: Sent) => ({
  ...sent,
  refused: rejected,
  faults: errors,
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
  for (const { file, message } of sent.rejected) output.print(`${output.paint('red', 'rejected')} ${file}: ${message}`)
  printErrors(output, sent.errors)
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

function exitCodeOf({ rejected, errors, conflicts }: Sent): ExitCode {
  if (rejected.length > 0) return EXIT.notAllowed
  return errors.length + conflicts.length > 0 ? EXIT.errors : EXIT.done
}

/** Links of posts that are sent to posts that are not on the server, and that this push does not create. */
export function linkErrors({ entries }: Plan, resolve: 'ours' | 'theirs' | undefined): FileError[] {
  const sent = entries.filter(entry => !isEdited(entry) || resolve === 'ours')
  const paths = new Set(sent.map(({ file }) => file.path))
  const deleted = new Set(entries.filter(({ state }) => state === 'deleted').map(({ file }) => file.path))
  return sent.flatMap(entry =>
    entry.local.missingPosts
      .filter(path => !paths.has(path))
      .map(path => ({ file: entry.file.path, line: 1, ...(deleted.has(path) ? toDeleted(path) : toUnsent(path)) })),
  )
}

const toUnsent = (path: string): Pick<FileError, 'message' | 'fix'> => ({
  message: `It links to ${path}, which is not on the server yet.`,
  fix: `Push ${path} too: run gly push without a path.`,
})

const toDeleted = (path: string): Pick<FileError, 'message' | 'fix'> => ({
  message: `It links to ${path}, which was deleted on the server.`,
  fix: 'Remove the link, or create the post again with gly push --ours.',
})

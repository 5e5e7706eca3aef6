import { join } from 'node:path'
import { FIELDS, type FieldName, type FieldValue } from '@galley/contract/writing/front-matter'
import { CliError, usageError } from '../cli-error.ts'
import { type AnyInvocation, command } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { checkValue } from '../folder/check-value.ts'
import { editedText } from '../folder/edit-front-matter.ts'
import { readFolder } from '../folder/folder.ts'
import { openProject } from '../folder/project.ts'
import { replaceFile } from '../folder/replace-file.ts'
import { pushFolder } from '../sync/push/push-folder.ts'

export const publish = command({
  name: 'publish',
  summary: 'publish the post of a file now',
  args: 'FILE',
  minArgs: 1,
  completes: 'files',
  details: 'Writes "status: published" into the file, and pushes it.',
  examples: ['gly publish posts/hello.md'],
  run: invocation => changeAndPush(invocation, { status: 'published', scheduled_for: null }),
})

export const unpublish = command({
  name: 'unpublish',
  summary: 'make the post of a file a draft again',
  args: 'FILE',
  minArgs: 1,
  completes: 'files',
  details: 'Writes "status: draft" into the file, and pushes it.',
  examples: ['gly unpublish posts/hello.md'],
  run: invocation => changeAndPush(invocation, { status: 'draft', scheduled_for: null }),
})

export const schedule = command({
  name: 'schedule',
  summary: 'publish the post of a file later',
  args: 'FILE TIME',
  minArgs: 2,
  maxArgs: 2,
  completes: 'files',
  details: 'Writes "status: scheduled" and the time into the file, and pushes it.',
  examples: ['gly schedule posts/hello.md 2027-01-31T09:00:00+09:00'],
  async run(invocation) {
    const [file = '', time = ''] = invocation.args
    const checked = checkValue('TIME', FIELDS.scheduled_for, time)
    if (!('value' in checked)) throw usageError(`"${time}" is not a date and time.`, checked.fix)
    if (new Date(time) <= new Date()) throw usageError(`${time} is in the past.`, 'Use gly publish to publish it now.')
    return changeAndPush({ ...invocation, args: [file] }, { status: 'scheduled', scheduled_for: time })
  },
})

/** If the server rejects the change, the file is as it was before. */
async function changeAndPush(
  invocation: AnyInvocation,
  change: Partial<Record<FieldName, FieldValue>>,
): Promise<ExitCode> {
  const project = await openProject(invocation.cwd, invocation.args[0])
  const { posts } = await readFolder(project)
  const file = posts.find(({ path }) => path === project.scope)
  if (file === undefined) throw usageError(`${invocation.args[0]} is not a post of this folder.`)
  const { text, document } = file
  if (document === undefined || file.errors.length > 0) {
    throw new CliError(`${file.path} has errors.`, { fix: `Run gly check ${file.path}.` })
  }
  const absolute = join(project.root, file.path)
  const edited = editedText({ text, document }, change)
  if (!(await replaceFile(absolute, edited, text))) {
    throw new CliError(`${file.path} was changed just now.`, { fix: 'Run the command again.' })
  }
  let code: ExitCode | undefined
  try {
    code = await pushFolder(invocation, { dryRun: false, resolve: undefined, prune: false, yes: false })
    return code
  } finally {
    // What the author has saved meanwhile stays.
    if (code !== EXIT.done) await replaceFile(absolute, text, edited)
  }
}

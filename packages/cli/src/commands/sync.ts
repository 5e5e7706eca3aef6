import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../cli-error.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { checkImages } from '../folder/check-images.ts'
import { count, printErrors } from '../folder/file-error.ts'
import { readFolder } from '../folder/folder.ts'
import { inScope, openProject } from '../folder/project.ts'
import { checkRendering, printWarnings } from '../folder/rendering-limits.ts'
import { makePlan } from '../sync/plan.ts'
import { pullFolder } from '../sync/pull-folder.ts'
import { pushFolder } from '../sync/push/push-folder.ts'
import { hasProblems, planJson, printPlan } from '../sync/report-plan.ts'
import { openFolder, openSync } from '../sync/sync.ts'

export const check = command({
  name: 'check',
  summary: 'find errors in the files, without the network',
  args: '[DIR|FILE]',
  completes: 'files',
  details: `Checks the fields, limits, dates and prices of every post, links between files, images and ids.
Each error has its file, line and fix. The exit code is 1 if there is one. A warning names a text that is too long or\nnested too deeply to be shown with its formatting.`,
  examples: ['gly check', 'gly check posts/hello.md --json'],
  async run({ args, cwd, output }) {
    const project = await openProject(cwd, args[0])
    const folder = await readFolder(project)
    const all = [...folder.errors, ...(await checkImages(folder))]
    const errors = all.filter(error => error.file === 'galley.yaml' || inScope(project, error.file))
    const posts = folder.posts.filter(({ path }) => inScope(project, path))
    const files = posts.length
    const warnings = await checkRendering(posts)
    output.printJson({ files, faults: errors, warnings })
    printWarnings(output, warnings)
    printErrors(output, errors)
    if (errors.length === 0) output.print(`${count(files, 'post')}, no errors.`)
    else output.print(`\n${count(errors.length, 'error')} in ${count(files, 'post')}.`)
    if (!existsSync(join(project.root, project.posts))) {
      output.print(
        `The folder ${project.posts} does not exist. Write a post with gly new, or correct posts in galley.yaml.`,
      )
    }
    return errors.length === 0 ? EXIT.done : EXIT.errors
  },
})

export const status = command({
  name: 'status',
  summary: 'show what differs between the files and the server',
  args: '[DIR|FILE]',
  completes: 'files',
  details: 'Changes nothing. The exit code is 1 if there are errors or conflicts.',
  examples: ['gly status', 'gly status --json'],
  async run(invocation) {
    const { output } = invocation
    const folder = await openFolder(invocation)
    const sync = await openSync(folder, invocation)
    const plan = await makePlan(sync)
    const errors = [...folder.errors, ...plan.errors]
    output.printJson({ server: sync.url, ...planJson(sync, plan), faults: errors })
    printPlan(sync, plan, output)
    printErrors(output, errors)
    return errors.length > 0 || hasProblems(plan) ? EXIT.errors : EXIT.done
  },
})

export const push = command({
  name: 'push',
  summary: 'send new and changed files to the server',
  args: '[DIR|FILE]',
  completes: 'files',
  options: {
    'dry-run': { type: 'boolean', description: 'show what would be done, and send nothing' },
    ours: { type: 'boolean', description: 'replace posts that were edited or deleted on the server' },
    theirs: { type: 'boolean', description: 'take the version of the server for these posts' },
    prune: { type: 'boolean', description: 'delete posts whose files are gone, after a question' },
    yes: { type: 'boolean', short: 'y', description: 'say yes to the question of --prune' },
  },
  details: `Images of the folder are uploaded once. Links between files become addresses of posts.
A post that was edited elsewhere is not overwritten: its differences are shown, and --ours or --theirs decides.
It is safe to interrupt a push, and to repeat it.`,
  examples: ['gly push', 'gly push posts/hello.md', 'gly push --dry-run --json', 'gly push --prune'],
  async run(invocation) {
    const { ours, theirs } = invocation.options
    if (ours && theirs) throw usageError('--ours and --theirs exclude each other.')
    return pushFolder(invocation, {
      dryRun: invocation.options['dry-run'] === true,
      resolve: ours ? 'ours' : theirs ? 'theirs' : undefined,
      prune: invocation.options.prune === true,
      yes: invocation.options.yes === true,
    })
  },
})

export const pull = command({
  name: 'pull',
  summary: 'write posts of the server to files',
  args: '[DIR|FILE]',
  completes: 'files',
  options: {
    theirs: { type: 'boolean', description: 'also replace files with changes that were not pushed' },
    'dry-run': { type: 'boolean', description: 'show what would be written, and write nothing' },
  },
  details: `Posts that were edited on the server replace their files; posts without a file get one, with their images.
A file with changes that were not pushed is kept, and its differences are shown.`,
  examples: ['gly pull', 'gly pull posts/hello.md --theirs'],
  run: invocation =>
    pullFolder(invocation, {
      theirs: invocation.options.theirs === true,
      dryRun: invocation.options['dry-run'] === true,
    }),
})

import { wrongUse } from '../../cli-error.ts'
import { command } from '../../command.ts'
import { pushFolder } from '../../sync/push/push-folder.ts'

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
    yes: { type: 'boolean', short: 'y', description: 'answer the question of --prune with yes' },
  },
  details: `Images of the folder are uploaded once. Links between files become addresses of posts.
A post that was edited elsewhere is not overwritten: its differences are shown, and --ours or --theirs decides.
It is safe to interrupt a push, and to repeat it.`,
  examples: ['gly push', 'gly push posts/hello.md', 'gly push --dry-run --json', 'gly push --prune'],
  async run(invocation) {
    const { ours, theirs } = invocation.options
    if (ours && theirs) throw wrongUse('--ours and --theirs exclude each other.')
    return pushFolder(invocation, {
      dryRun: invocation.options['dry-run'] === true,
      resolve: ours ? 'ours' : theirs ? 'theirs' : undefined,
      prune: invocation.options.prune === true,
      yes: invocation.options.yes === true,
    })
  },
})

import { command } from '../../command.ts'
import { pullFolder } from '../../sync/pull-folder.ts'

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

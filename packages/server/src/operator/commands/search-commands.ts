import { Command } from 'commander'
import { continueIndex, isIndexComplete, restartIndex } from '../../reading/search/indexing/reindex.ts'
import { databaseCommand } from '../command.ts'

export function searchCommands(): Command {
  const search = new Command('search').description('maintain the search index')

  search.addCommand(
    databaseCommand(
      'reindex',
      'index all posts again while the server runs; a run that was interrupted is continued',
      async (context, _args, options, output) => {
        const isNew = options['restart'] === true || (await isIndexComplete(context))
        if (isNew) await restartIndex(context)
        const begun = performance.now()
        const isJson = options['json'] === true
        let last = { indexed: 0, total: 0 }
        await continueIndex(context, {
          report: progress => {
            last = progress
            // Standard error, so that a program that reads the result does not get it.
            if (!isJson) process.stderr.write(`\r${progress.indexed} of ${progress.total} posts`)
          },
        })
        if (!isJson) process.stderr.write('\n')
        output.result(isNew ? 'All posts are indexed.' : 'The interrupted run was continued. All posts are indexed.', {
          posts: last.indexed,
          continued: !isNew,
          duration_ms: Math.round(performance.now() - begun),
        })
      },
    ).option('--restart', 'begin with the first post, even if the last run was interrupted'),
  )
  return search
}

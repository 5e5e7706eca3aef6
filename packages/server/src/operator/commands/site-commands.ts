import { Command } from 'commander'
import { continueIndex, isIndexComplete, restartIndex } from '../../reading/search/indexing/reindex.ts'
import { listMediaAddresses, putMediaAddress } from '../../writing/uploads/address-store.ts'
import { mediaAddress } from '../../writing/uploads/image-url.ts'
import { databaseCommand, misused } from '../command.ts'

export function siteCommands(): Command {
  const site = new Command('site').description('show how this site is reached')

  site.addCommand(
    databaseCommand(
      'addresses',
      'list the addresses below which images were served; posts with an earlier one show the current one',
      async (context, _args, options, output) => {
        const added = options['add']
        if (typeof added === 'string') await putMediaAddress(context.db, toMediaAddress(added))
        const current = mediaAddress(context.settings)
        const addresses = await listMediaAddresses(context.db)
        output.rows(
          'addresses',
          addresses.map(row => ({ ...row, current: row.address === current })),
          'No server was started on this database yet.',
        )
      },
    ).option('--add <url>', 'an earlier PUBLIC_URL that the database does not know; takes effect at the next start'),
  )
  return site
}

function toMediaAddress(publicUrl: string): string {
  const url = URL.parse(publicUrl)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw misused(`"${publicUrl}" is not an address such as https://old.example.`)
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}/media`
}

export function searchCommands(): Command {
  const search = new Command('search').description('maintain the search index')

  search.addCommand(
    databaseCommand(
      'reindex',
      'index all posts again while the server runs; a run that was interrupted is continued',
      async (context, _args, options, output) => {
        const isNew = options['restart'] === true || (await isIndexComplete(context))
        if (isNew) await restartIndex(context)
        const startedMs = performance.now()
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
          duration_ms: Math.round(performance.now() - startedMs),
        })
      },
    ).option('--restart', 'begin with the first post, even if the last run was interrupted'),
  )
  return search
}

import { Command } from 'commander'
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

import { SALON_ROLES, type SalonRole } from '@galley/contract/writing/salons'
import { Command, Option } from 'commander'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import { isUuid, newId } from '../../platform/core/ids.ts'
import { addMember, dropMember } from '../../writing/salons/change-members.ts'
import { findSalon, insertSalon, listSalons, putMember } from '../../writing/salons/salon-store.ts'
import { databaseCommand, misused } from '../command.ts'
import { requireAccount } from './users/require-account.ts'

export function salonCommands(): Command {
  const salons = new Command('salons').description('create salons and manage their members')

  salons.addCommand(
    databaseCommand('create <name>', 'create a salon', async (context, [name = ''], options, output) => {
      if (name.trim() === '') throw misused('A salon needs a name.')
      const owner = await requireAccount(context, String(options['owner']))
      const salon = await context.db.transaction().execute(async trx => {
        const salon = await insertSalon(trx, { id: newId(), name: name.trim() })
        await putMember(trx, { salon_id: salon.id, user_id: owner.id, role: 'owner' })
        return salon
      })
      output.result(`Created the salon "${salon.name}".`, { ...salon, owner: owner.username })
    }).requiredOption('--owner <user>', 'the owner'),
  )

  salons.addCommand(
    databaseCommand('list', 'list salons', async (context, _args, _options, output) => {
      output.rows(
        'salons',
        await listSalons(context.db),
        'There are no salons yet. Make one: salons create <name> --owner <user>',
      )
    }),
  )

  salons.addCommand(
    databaseCommand(
      'add-member <salon_id> <user>',
      'add a member, or change the role of one',
      async (context, [salonId = '', login = ''], options, output) => {
        await requireSalon(context, salonId)
        const account = await requireAccount(context, login)
        const role = options['role'] as SalonRole
        const salon = await addMember(context.db, salonId, account.id, role)
        output.result(`${account.username} is ${role} of "${salon.name}" now.`, {
          salon_id: salon.id,
          username: account.username,
          role,
        })
      },
    ).addOption(new Option('--role <role>', 'role').choices(SALON_ROLES).default('member')),
  )

  salons.addCommand(
    databaseCommand(
      'remove-member <salon_id> <user>',
      'remove a member',
      async (context, [salonId = '', login = ''], _options, output) => {
        await requireSalon(context, salonId)
        const account = await requireAccount(context, login)
        const salon = await dropMember(context.db, salonId, account.id)
        output.result(`${account.username} has left "${salon.name}".`, {
          salon_id: salon.id,
          username: account.username,
        })
      },
    ),
  )
  return salons
}

async function requireSalon(context: AppContext, id: string): Promise<void> {
  if (isUuid(id) && (await findSalon(context.db, id)) !== undefined) return
  throw new AppError('NOT_FOUND', `There is no salon "${id}". List them: salons list`)
}

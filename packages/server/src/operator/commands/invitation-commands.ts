import { INVITATION_DAYS_DEFAULT } from '@galley/contract/limits'
import { CreateInvitation } from '@galley/contract/schemas/identity/invitations'
import { Command } from 'commander'
import { OPERATOR } from '../../identity/audit/record-action.ts'
import { createInvitation, revokeInvitation } from '../../identity/invitations/change-invitations.ts'
import { listInvitations } from '../../identity/invitations/invitation-store.ts'
import { rejectIssues } from '../../platform/core/errors.ts'
import { canonicalId } from '../../platform/core/ids.ts'
import { checkBody } from '../../platform/core/schema-check.ts'
import { databaseCommand, misused, paged, pageOf, wholeNumber } from '../command.ts'

const DAYS_MAX = 3650
const DAY_MS = 24 * 3_600_000
const check = checkBody(CreateInvitation)

export function invitationCommands(): Command {
  const invitations = new Command('invitations').description('invite people to a site with SIGNUPS=invite')
  invitations.addCommand(
    databaseCommand(
      'create',
      'print a link with which accounts can be created',
      async (context, _args, options, output) => {
        const days = Number(options['days'])
        if (days < 1 || days > DAYS_MAX) throw misused(`--days must be 1 to ${DAYS_MAX}.`)
        const input = {
          max_uses: Number(options['uses']),
          expires_at: new Date(context.clock.now().getTime() + days * DAY_MS).toISOString(),
          note: options['note'] === undefined ? null : String(options['note']),
        }
        rejectIssues(check(input))
        const created = await createInvitation(context, OPERATOR, input)
        output.value(created.url, created)
      },
    )
      .option('--uses <n>', 'how many accounts', wholeNumber, '1')
      .option('--days <n>', 'how long it is valid', wholeNumber, String(INVITATION_DAYS_DEFAULT))
      .option('--note <text>', 'for whom it is; shown to admins'),
  )
  invitations.addCommand(
    paged(
      databaseCommand('list', 'list invitations, newest first', async (context, _args, options, output) => {
        const { invitations: rows } = await listInvitations(context.db, pageOf(options))
        output.rows(
          'invitations',
          rows.map(({ used_by, ...row }) => ({ ...row, used_by: used_by.join(' ') })),
          'There are no invitations.',
        )
      }),
    ),
  )
  invitations.addCommand(
    databaseCommand(
      'revoke <id>',
      'let no further account be created with an invitation',
      async (context, [id = ''], _options, output) => {
        await revokeInvitation(context, OPERATOR, canonicalId(id))
        output.result('The invitation is revoked.', { id: canonicalId(id) })
      },
    ),
  )
  return invitations
}

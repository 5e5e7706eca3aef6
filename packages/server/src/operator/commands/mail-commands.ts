import { MAIL_STATES } from '@galley/contract/delivery/mail'
import { Command, Option } from 'commander'
import { listMails, listUndeliverable, retryMails } from '../../delivery/mail/mail-list-store.ts'
import { renderMail } from '../../delivery/mail/render-mail.ts'
import { SmtpSession } from '../../delivery/mail/smtp-session.ts'
import { testMail } from '../../delivery/mail/test-mail.ts'
import { AppError } from '../../platform/core/errors.ts'
import { isUuid, newId } from '../../platform/core/ids.ts'
import { sendMessages } from '../../platform/db/bus.ts'
import { databaseCommand, misused, positiveNumber } from '../command.ts'

export function mailCommands(): Command {
  const mail = new Command('mail').description('test the sending of mails, and list and repeat mails that failed')

  mail.addCommand(
    databaseCommand(
      'test <address>',
      'send a mail at once, to check SMTP_URL and MAIL_FROM',
      async ({ settings }, [address = ''], _options, output) => {
        if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address)) throw misused(`"${address}" is not an e-mail address.`)
        if (settings.mail.smtp === undefined) {
          throw new AppError('FORBIDDEN', 'SMTP_URL is not set, so no mails are sent. Set SMTP_URL and MAIL_FROM.')
        }
        const language = settings.site.language ?? 'en'
        const content = renderMail(language, settings.site.name, testMail(language, settings.publicUrl.origin))
        const session = await SmtpSession.open(settings.mail)
        try {
          const result = await session.send({ id: newId(), to: address, content }, async () => true)
          if (result?.state !== 'sent') {
            throw new AppError('UNAVAILABLE', `The mail server did not accept the mail: ${result?.error}`)
          }
        } finally {
          session.close()
        }
        output.result(`The mail server has accepted a mail to ${address}.`, { address, state: 'sent' })
      },
    ),
  )

  mail.addCommand(
    databaseCommand('list', 'list mails, newest first', async ({ db }, _args, options, output) => {
      if (options['undeliverable']) {
        output.rows('addresses', await listUndeliverable(db), 'No address has been rejected.')
        return
      }
      const state = MAIL_STATES.find(name => name === options['state'])
      output.rows('mails', await listMails(db, { state, limit: Number(options['limit']) }), 'There are no such mails.')
    })
      .addOption(new Option('--state <state>', 'only these').choices(MAIL_STATES))
      .option('--undeliverable', 'list the addresses to which nothing is sent any more')
      .option('--limit <n>', 'how many', positiveNumber, '100'),
  )

  mail.addCommand(
    databaseCommand(
      'retry <mail>',
      'send again: the id of a mail, an address (also one that was rejected), or "failed"; an uncertain mail may arrive twice',
      async ({ db }, [which = ''], _options, output) => {
        if (which !== 'failed' && !which.includes('@') && !isUuid(which)) {
          throw misused(`"${which}" is not the id of a mail, an address or "failed".`)
        }
        const retried = await db.transaction().execute(async trx => {
          const count = await retryMails(trx, which)
          await sendMessages(trx, [{ about: 'mail' }])
          return count
        })
        output.result(`${retried} mails are queued again.`, { retried })
      },
    ),
  )
  return mail
}

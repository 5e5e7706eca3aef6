import { Command } from 'commander'
import { AppError } from '../../platform/core/errors.ts'
import { grantPurchase, revokePurchases } from '../../selling/change-access.ts'
import { listUnmatchedPayments, resolveUnmatchedPayment } from '../../selling/events/unmatched-payment-store.ts'
import { listPurchases } from '../../selling/purchase-store.ts'
import { databaseCommand, positiveNumber } from '../command.ts'
import { requireAccount } from './users/require-account.ts'

export function purchaseCommands(): Command {
  const purchases = new Command('purchases').description('list what readers have bought, give and end access')

  purchases.addCommand(
    databaseCommand('list', 'list purchases, the latest first', async (context, _args, options, output) => {
      const purchases = await listPurchases(context.db, Number(options['limit']))
      output.rows('purchases', purchases, 'There are no purchases yet.')
    }).option('--limit <n>', 'how many', positiveNumber, '100'),
  )

  purchases.addCommand(
    databaseCommand(
      'grant <login> <post_id>',
      'let a reader read a paid post without paying',
      async (context, [login = '', postId = ''], _options, output) => {
        const account = await requireAccount(context, login)
        const purchase = await grantPurchase(context, account.id, postId)
        if (purchase === undefined) throw new AppError('IN_USE', `${account.username} has access to this post already.`)
        output.result(`${account.username} can read "${purchase.title}" now.`, {
          id: purchase.id,
          status: purchase.status,
        })
      },
    ),
  )

  purchases.addCommand(
    databaseCommand(
      'revoke <login> <post_id>',
      'end the access of a reader to a paid post, and pay the price back',
      async (context, [login = '', postId = ''], _options, output) => {
        const account = await requireAccount(context, login)
        const ended = await revokePurchases(context, account.id, postId)
        const isOpen = ended.some(({ status }) => status === 'paid')
        const purchase = ended.find(({ status }) => status === 'paid') ?? ended[0]
        if (purchase === undefined) throw new AppError('NOT_FOUND', `${account.username} has not bought this post.`)
        output.result(
          `${account.username} can no longer read "${purchase.title}".${isOpen ? ' The refund is still to be made.' : ''}`,
          { id: purchase.id, status: purchase.status },
        )
      },
    ),
  )

  purchases.addCommand(
    databaseCommand(
      'unmatched',
      'list payments that name a purchase but were not made on its page, or not in full',
      async (context, _args, _options, output) => {
        const payments = await listUnmatchedPayments(context.db)
        output.rows('payments', payments, 'All payments match their purchases.')
      },
    ),
  )

  purchases.addCommand(
    databaseCommand(
      'resolve <payment>',
      'remove a payment from the list of "unmatched", after you have decided what to do with the money',
      async (context, [payment = ''], _options, output) => {
        const isResolved = await resolveUnmatchedPayment(context.db, payment)
        if (!isResolved) throw new AppError('NOT_FOUND', `"${payment}" is no open payment of "purchases unmatched".`)
        output.result(`${payment} is resolved.`, { payment })
      },
    ),
  )
  return purchases
}

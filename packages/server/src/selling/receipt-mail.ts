import type { Language } from '@galley/contract/identity/languages'
import type { Receipt } from '@galley/contract/schemas/selling/purchases'
import { queueMails, sendsMail } from '../delivery/mail/queue-mail.ts'
import type { MailText } from '../delivery/mail/render-mail.ts'
import type { AppContext } from '../platform/context.ts'
import type { Tx } from '../platform/db/connection/database.ts'
import type { Notify } from '../platform/db/transact.ts'
import type { Purchase } from './providers/payment-provider.ts'
import { receiptOf } from './purchase-view.ts'

/** Sends the receipt to the buyer, if this installation sends mail. */
export async function queueReceipt(context: AppContext, trx: Tx, notify: Notify, purchase: Purchase): Promise<void> {
  const receipt = receiptOf(purchase, context.settings)
  if (receipt === null || purchase.user_id === null || !sendsMail(context)) return
  const buyer = await trx
    .selectFrom('users')
    .select(['email', 'display_name', 'language'])
    .where('id', '=', purchase.user_id)
    .executeTakeFirst()
  if (buyer === undefined) return
  const url = `${context.settings.publicUrl.origin}/purchases/${purchase.id}`
  await queueMails(context, trx, notify, [
    {
      kind: 'receipt',
      userId: purchase.user_id,
      address: buyer.email,
      language: buyer.language,
      text: language => receiptText(language, { receipt, url, title: purchase.title, name: buyer.display_name }),
    },
  ])
}

interface Shown {
  readonly receipt: Receipt
  readonly url: string
  readonly title: string
  readonly name: string
}

const yen = (amount: number): string => `¥${amount.toLocaleString('en')}`

function receiptText(language: Language, { receipt, url, title, name }: Shown): MailText {
  const { number, issued_at, amount_jpy, tax_jpy, tax_percent, seller_name, seller_address, seller_tax_id } = receipt
  // The day in Japan, whose law describes receipts.
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'Asia/Tokyo' }).format(
    new Date(issued_at),
  )
  const seller = [seller_name, seller_address].filter(part => part !== null).join(language === 'ja' ? '、' : ', ')
  if (language === 'ja') {
    return {
      subject: `領収書：${title}`,
      greeting: `${name} 様`,
      paragraphs: [
        ...(receipt.is_test ? ['テスト：実際の支払いは行われていません。'] : []),
        `領収書 No. ${number}`,
        `金額：${yen(amount_jpy)}（税込）${tax_jpy === null ? '' : `、内消費税（${tax_percent}%対象）${yen(tax_jpy)}`}`,
        `但し、記事「${title}」の代金として`,
        `発行日：${date}`,
        `発行者：${seller}${seller_tax_id === null ? '' : `（登録番号 ${seller_tax_id}）`}`,
      ],
      action: { label: '領収書を表示', url },
      footer: ['記事を購入されたため、このメールをお送りしています。'],
    }
  }
  return {
    subject: `Receipt: ${title}`,
    greeting: `${name},`,
    paragraphs: [
      ...(receipt.is_test ? ['Test: no money was paid.'] : []),
      `Receipt no. ${number}`,
      `Amount: ${yen(amount_jpy)} (tax included)${tax_jpy === null ? '' : `, consumption tax included (${tax_percent}%): ${yen(tax_jpy)}`}`,
      `For the article “${title}”`,
      `Date of issue: ${date}`,
      `Issued by: ${seller}${seller_tax_id === null ? '' : ` (registration number ${seller_tax_id})`}`,
    ],
    action: { label: 'Show the receipt', url },
    footer: ['You get this e-mail because you have bought an article.'],
  }
}

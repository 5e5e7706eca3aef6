import type { MailTopic } from '@galley/contract/delivery/notifications'
import type { AppContext } from '../../../platform/context.ts'
import { transact } from '../../../platform/db/transact.ts'
import { queueMails, sendsMail } from '../../mail/queue-mail.ts'
import { DIGESTS_AT_ONCE, takeDueDigests } from './digest-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long nothing more of the topic is mailed to the same person. What happens meanwhile is grouped in the next mail. */
const PAUSES_MS: Readonly<Record<MailTopic, number>> = { posts: HOUR_MS, activity: HOUR_MS, alerts: 0 }
const MOST_PER_HOUR = 10

/**
 * Writes mails about new notifications to the outbox. They are marked as mailed in the same transaction, so each is in one
 * mail. The text is made when the mail is sent. Returns how many mails there are.
 */
export async function queueDigests(context: AppContext): Promise<number> {
  if (!sendsMail(context)) return 0
  let queued = 0
  for (const topic of Object.keys(PAUSES_MS) as MailTopic[]) {
    let batch: number
    do {
      batch = await queueBatch(context, topic)
      queued += batch
    } while (batch === DIGESTS_AT_ONCE)
  }
  return queued
}

function queueBatch(context: AppContext, topic: MailTopic): Promise<number> {
  return transact(context, async (trx, notify) => {
    const due = await takeDueDigests(trx, topic, { pauseMs: PAUSES_MS[topic], mostPerHour: MOST_PER_HOUR })
    const mails = due.map(({ userId, email, language, from, until }) => ({
      kind: topic,
      userId,
      address: email,
      language,
      source: { topic, from, until },
      validMs: DAY_MS,
    }))
    await queueMails(context, trx, notify, mails)
    return mails.length
  })
}

import assert from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import { queueDigests } from '../../../src/delivery/notifications/mails/queue-digests.ts'
import { eventually } from '../eventually.ts'
import { type Person, startTestServer } from '../test-server.ts'
import { startMailServer } from './mail-server.ts'

export type MailingSite = Awaited<ReturnType<typeof startMailingSite>>

/** A server that sends mails about notifications, and its mail server. */
export async function startMailingSite() {
  const mail = await startMailServer()
  const server = await startTestServer({
    mailSender: true,
    env: { ...mail.env, PUBLIC_URL: 'https://galley.example' },
  })
  const run = (query: RawBuilder<unknown>) => query.execute(server.context.db)
  const untilSent = () =>
    eventually(async () => {
      const { rows } = await run(sql`select from mails where state in ('queued', 'sending')`)
      assert.equal(rows.length, 0)
    })
  return {
    mail,
    server,
    run,
    untilSent,
    async verified(language: 'en' | 'ja' = 'en'): Promise<Person> {
      const person = await server.person({ plan: 'pro_plus' })
      await run(sql`update users set email_verified_at = now(), language = ${language} where id = ${person.account.id}`)
      return person
    },
    /** Lets time pass for everything that was written so far. */
    async pass(minutes: number): Promise<void> {
      const earlier = (column: string) => sql`${sql.ref(column)} - make_interval(mins => ${minutes})`
      for (const [table, columns] of [
        ['notifications', ['created_at']],
        ['follows', ['created_at']],
        ['posts', ['published_at']],
        ['mail_settings', ['changed_at']],
        ['mail_digests', ['mailed_until', 'mailed_at']],
        ['mail_start', ['since']],
      ] as const) {
        const changes = sql.join(columns.map(column => sql`${sql.ref(column)} = ${earlier(column)}`))
        await run(sql`update ${sql.table(table)} set ${changes}`)
      }
    },
    /** The subjects of the mails that a person gets for what has happened by now. */
    async mailsTo({ account }: Person): Promise<string[]> {
      const before = mail.to(account.email).length
      await queueDigests(server.context)
      await untilSent()
      return mail
        .to(account.email)
        .slice(before)
        .map(({ subject }) => subject)
    },
    async close(): Promise<void> {
      await server.close()
      await mail.close()
    },
  }
}

export const followAuthor = (person: Person, author: Person) =>
  person.session.put(`/api/v1/reader/users/${author.account.username}/follow`)

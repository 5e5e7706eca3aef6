import { randomBytes } from 'node:crypto'
import type { Plan } from '@galley/contract/identity/plans'
import type { Role } from '@galley/contract/identity/roles'
import { Client } from '@galley/server/testing/client'
import { newId } from '@galley/server/testing/ids'
import type { Db } from '@galley/server/testing/installation'
import { plain } from '@galley/server/testing/posts/images'
import { changePost } from '@galley/server/testing/posts/posts'
import { publish, READER } from '@galley/server/testing/posts/public'
import { upload } from '@galley/server/testing/posts/upload'
import { TEST_SECRET_KEY } from '@galley/server/testing/test-database'
import {
  addMember,
  createAccount,
  insertAccount,
  insertInvitation,
  insertPasskey,
  insertSalon,
  issueLink,
  SecretBox,
  unsubscribeToken,
  updateAccount,
} from '@galley/server/testing/use-cases'
import { deliveriesOf, registerWebhook } from '@galley/server/testing/webhooks'
import type { OwnedResources } from './owned-resources.ts'
import { PASSWORD, type Person } from './person.ts'
import {
  commentOf,
  emptySeriesOf,
  namedDraftOf,
  previewTokenOf,
  redirectOf,
  reportOf,
  revisionOf,
  seriesOf,
  trashedOf,
} from './posts.ts'

/** The settings without which there are no purchases. */
export const SALES_ENV = { PAYMENTS: 'test', RATE_LIMIT_PURCHASES: '0' }
/** For servers that write mails but have no worker that sends them. */
export const OUTBOX_ENV = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Galley <noreply@galley.example>' }

/** For the second node: it is behind a proxy, and counts the requests of an address. */
export const STRICT_ENV = { TRUST_PROXY: 'true', RATE_LIMIT_REQUESTS: '100000' }

const PAID = { is_paid: true, price_jpy: 100, content: 'Free. <!-- paywall --> Paid.' }
const LINK_VALID_MS = 3_600_000

export const OAUTH_REDIRECT = 'https://program.example/callback'

/** Creates accounts and their resources, through the API where possible. */
export class TestData {
  readonly #url: string
  readonly #db: Db
  readonly #receiverUrl: string
  #first: ReturnType<typeof createAccount> | undefined
  #otherUser: Promise<Person> | undefined
  #suspendable: Promise<Person> | undefined
  #postForSale: Promise<string> | undefined
  #images = 0

  constructor(url: string, db: Db, receiverUrl: string) {
    this.#url = url
    this.#db = db
    this.#receiverUrl = receiverUrl
  }

  async person(plan: Plan = 'pro_plus', role: Role = 'user'): Promise<Person> {
    // With k and s: ignoring case, they equal the other characters U+212A and U+017F, so that look-alike names are tested.
    const username = `ks_${randomBytes(6).toString('hex')}`
    const { id } = await this.#newAccount({ username, email: `${username}@example.com`, plan, role })
    const session = new Client(this.#url)
    await session.logIn(username, PASSWORD)
    const { token } = (await session.post('/api/v1/tokens', { name: 'abuse' })).body
    const cookie = session.cookie ?? ''
    return { id, username, token, cookie, session, bearer: new Client(this.#url, { token }) }
  }

  /** All have the same password, so it is hashed once: that takes longer than everything else. */
  async #newAccount(account: { username: string; email: string; plan: Plan; role: Role }): Promise<{ id: string }> {
    if (this.#first === undefined) {
      this.#first = createAccount(this.#db, { ...account, password: PASSWORD })
      const { id } = await this.#first
      return updateAccount(this.#db, id, { role: account.role })
    }
    const { password_hash } = await this.#first
    return insertAccount(this.#db, { ...account, id: newId(), display_name: account.username, password_hash })
  }

  async resourcesOf(person: Person): Promise<OwnedResources> {
    const webhook = await this.webhookOf(person)
    const post = await publish(person.bearer, { tags: ['abuse'] })
    const { externalId, ...draft } = await namedDraftOf(person)
    const comment = await commentOf(person, post.id)
    const [delivery] = await deliveriesOf(person.bearer, webhook)
    return {
      otherUser: (await this.otherUser()).username,
      post: post.id,
      draft: draft.id,
      trashed: await trashedOf(person),
      series: await seriesOf(person),
      emptySeries: await emptySeriesOf(person),
      externalId,
      comment,
      token: await this.tokenOf(person),
      webhook,
      delivery: delivery?.id ?? '',
      session: await this.sessionOf(person),
      passkey: await this.passkeyOf(person),
      ...(await this.invitation()),
      recoveryCode: await this.recoveryCodeOf(person),
      salon: await this.salonOf(person),
      upload: await this.uploadOf(person),
      ...(await redirectOf(person)),
      revision: await revisionOf(person, post.id),
      previewToken: await previewTokenOf(person),
      oauthClient: await this.oauthClient(),
      userCode: await this.userCode(),
      deviceCode: await this.deviceCodeOf(person),
      postForSale: await this.postForSale(),
      purchase: await this.purchaseOf(person),
      report: await reportOf(person, post.id),
      user: await this.suspendableUser(),
      resetToken: await this.linkOf(person, 'reset'),
      verifyToken: await this.linkOf(person, 'verify'),
      unsubscribeToken: this.unsubscribeTokenOf(person),
    }
  }

  unsubscribeTokenOf({ id }: Person): string {
    return unsubscribeToken(new SecretBox(TEST_SECRET_KEY), 'posts', id)
  }

  /** Whom others may follow and buy posts from. */
  otherUser(): Promise<Person> {
    this.#otherUser ??= this.person()
    return this.#otherUser
  }

  async suspendableUser(): Promise<string> {
    this.#suspendable ??= this.person()
    return (await this.#suspendable).id
  }

  postForSale(): Promise<string> {
    this.#postForSale ??= this.otherUser().then(async ({ bearer }) => (await publish(bearer, PAID)).id)
    return this.#postForSale
  }

  async purchaseOf({ session }: Person): Promise<string> {
    const { bearer } = await this.otherUser()
    const post = await publish(bearer, PAID)
    const { purchase } = (await session.post(`${READER}/posts/${post.id}/purchase`)).body
    await session.post(`${READER}/purchases/${purchase.id}/test-payment`, { action: 'pay' })
    await changePost(bearer, post.id, { status: 'draft' })
    return purchase.id
  }

  /** The token of a link that a mail contains. */
  linkOf({ id, username }: Person, purpose: 'reset' | 'verify'): Promise<string> {
    const link = { user_id: id, email: `${username}@example.com` }
    return this.#db.transaction().execute(trx => issueLink(trx, purpose, link, LINK_VALID_MS))
  }

  async webhookOf({ bearer }: Person): Promise<string> {
    return (await registerWebhook(bearer, this.#receiverUrl)).id
  }

  async tokenOf({ session }: Person): Promise<string> {
    return (await session.post('/api/v1/tokens', { name: 'another' })).body.id
  }

  async invitation(): Promise<Pick<OwnedResources, 'invitation' | 'invitationToken'>> {
    const [id, token] = [newId(), newId()]
    const expires_at = new Date(Date.now() + LINK_VALID_MS)
    const invitation = { id, token, note: null, max_uses: 1, created_by: null, expires_at }
    await this.#db.transaction().execute(trx => insertInvitation(trx, invitation))
    return { invitation: id, invitationToken: token }
  }

  async passkeyOf({ id }: Person): Promise<string> {
    const key = { credential_id: newId(), public_key: Buffer.alloc(77), sign_count: 0, transports: [], name: 'Phone' }
    return (await insertPasskey(this.#db, { id: newId(), user_id: id, ...key })).id
  }

  async recoveryCodeOf({ username, session }: Person): Promise<OwnedResources['recoveryCode']> {
    const { codes } = (await session.post('/api/v1/recovery-codes')).body
    return { login: username, code: codes[0] }
  }

  /** A second session, besides the person's own. */
  async sessionOf({ username, session }: Person): Promise<string> {
    await new Client(this.#url).logIn(username, PASSWORD)
    const { sessions } = (await session.get('/api/v1/sessions')).body
    return sessions.find(({ current }: { current: boolean }) => !current).id
  }

  /** A new image each time: the same bytes would be the same upload. */
  async uploadOf({ session }: Person): Promise<string> {
    const serial = this.#images++
    return (await upload(session, await plain('png', 8 + (serial % 200), 8 + Math.floor(serial / 200)))).body.id
  }

  /** A program that is registered for OAuth. */
  async oauthClient(): Promise<string> {
    const { body } = await new Client(this.#url).post('/oauth/register', { redirect_uris: [OAUTH_REDIRECT] })
    return body.client_id
  }

  async userCode(): Promise<string> {
    return (await this.#requestDevice()).user_code
  }

  async deviceCodeOf({ session }: Person): Promise<string> {
    const { user_code, device_code } = await this.#requestDevice()
    await session.post('/api/v1/device/approve', { user_code })
    return device_code
  }

  async #requestDevice(): Promise<{ user_code: string; device_code: string }> {
    return (await new Client(this.#url).post('/api/v1/device', { client_name: 'A program' })).body
  }

  async salonOf({ id }: Person): Promise<string> {
    const salon = await insertSalon(this.#db, { id: newId(), name: 'Writers' })
    await addMember(this.#db, salon.id, id, 'owner')
    return salon.id
  }
}

import type { Plan } from '@galley/contract/plans'
import { Command } from 'commander'
import { type Account, findAccountByLogin, updateAccount } from '../accounts/account-store.ts'
import { hashPassword, verifyPassword } from '../accounts/passwords.ts'
import { createAccount } from '../accounts/sign-up.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../core/errors.ts'
import { findRunningServer } from '../db/embedded/files/server-claim.ts'
import { transact } from '../db/transact.ts'
import { findPostByExternalId } from '../posts/post-store.ts'
import { putPost } from '../posts/put-post.ts'
import { writePost } from '../posts/write-post.ts'
import { issueToken } from '../tokens/issue-token.ts'
import { databaseCommand } from './command.ts'
import { DEMO_POSTS } from './demo-posts.ts'

const PASSWORD = 'galley-demo'
const TOKEN_NAME = 'demo'

const PEOPLE: readonly { username: string; display_name: string; plan: Plan; verified: boolean }[] = [
  { username: 'fumi', display_name: 'Fumi Aoki', plan: 'free', verified: false },
  { username: 'noah', display_name: 'Noah Lindqvist', plan: 'free', verified: false },
  { username: 'alice', display_name: 'Alice Marlowe', plan: 'premium', verified: true },
  { username: 'haruto', display_name: '佐藤 陽翔', plan: 'premium', verified: false },
  { username: 'paula', display_name: 'Paula Vidal', plan: 'pro_plus', verified: true },
]

export function demoCommands(): Command {
  const demo = new Command('demo').description('seed demo data')
  demo.addCommand(
    databaseCommand(
      'seed',
      'create authors on each plan, with posts; repeating it issues new tokens',
      async (context, _args, _options, output) => {
        for (const person of PEOPLE) await refuseRealAccount(context, person.username)
        const rows = []
        for (const person of PEOPLE) {
          const account = await ensureAccount(context, person)
          const token =
            person.plan === 'free' ? null : (await issueToken(context, account.id, { name: TOKEN_NAME })).token
          rows.push({ login: account.username, password: PASSWORD, plan: account.plan, bearer_token: token })
          await writeDemoPosts(context, account)
        }
        output.rows('users', rows, '')
        const { dataDir, databaseUrl, publicUrl } = context.settings
        // The command may have been called without the PORT or PUBLIC_URL of the server.
        const running = databaseUrl === undefined ? findRunningServer(dataDir) : undefined
        const origin = running?.url ?? publicUrl.origin
        output.note(`\nRead their posts at ${origin}, or write as one of them at ${origin}/studio`)
        output.note(`Try: curl -H "Authorization: Bearer <bearer_token>" ${origin}/api/v1/me`)
      },
    ),
  )
  return demo
}

const DAYS_AHEAD = 7

/** Each post is created once and not changed later. */
async function writeDemoPosts(context: AppContext, account: Account): Promise<void> {
  const { id: userId, username, display_name: displayName, avatar_url: avatarUrl, plan } = account
  const credential = { kind: 'session', id: userId } as const
  const principal = { userId, username, displayName, avatarUrl, plan, credential }
  for (const { by, name, post } of DEMO_POSTS) {
    const externalId = `demo/${name}`
    if (by !== username || (await findPostByExternalId(context.db, userId, externalId)) !== undefined) continue
    const later = new Date(context.clock.now().getTime() + DAYS_AHEAD * 86_400_000).toISOString()
    const input = post.status === 'scheduled' ? { ...post, scheduled_for: later } : post
    await writePost(context, principal, writing => putPost(writing, externalId, { input, ifMatch: undefined }))
  }
}

const emailOf = (username: string) => `${username}@example.com`

/** No real account has an address at example.com. */
async function refuseRealAccount(context: AppContext, username: string): Promise<void> {
  const found = await findAccountByLogin(context.db, username)
  if (found === undefined || found.email === emailOf(username)) return
  throw new AppError(
    'FORBIDDEN',
    `"${username}" is a real account, and demo seed would set a known password. Set DATA_DIR or DATABASE_URL to another database.`,
  )
}

async function ensureAccount(context: AppContext, person: (typeof PEOPLE)[number]): Promise<Account> {
  const { username, display_name, plan, verified } = person
  const email = emailOf(username)
  const { id, password_hash } =
    (await findAccountByLogin(context.db, username)) ??
    (await createAccount(context.db, { username, email, display_name, password: PASSWORD, plan }))
  const isUnchanged = await verifyPassword(password_hash, PASSWORD)
  const change = {
    plan,
    is_verified: verified,
    suspended_at: null,
    ...(!isUnchanged && { password_hash: await hashPassword(PASSWORD) }),
  }
  return transact(context, (trx, notify) => {
    notify({ about: 'account', userId: id })
    return updateAccount(trx, id, change)
  })
}

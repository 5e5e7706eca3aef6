import { Command } from 'commander'
import { sql } from 'kysely'
import {
  type Account,
  type AccountChange,
  changeAccount,
  findAccountByLogin,
} from '../../identity/accounts/account-store.ts'
import { hashPassword, verifyPassword } from '../../identity/accounts/passwords.ts'
import { createAccount } from '../../identity/accounts/sign-up/sign-up.ts'
import { suspendAccount } from '../../identity/accounts/suspend-account.ts'
import { issueToken } from '../../identity/tokens/issue-token.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import { findRunningServer } from '../../platform/db/embedded/files/server-claim.ts'
import { transact } from '../../platform/db/transact.ts'
import { follow } from '../../reading/engagement/follow.ts'
import { refreshRankings } from '../../reading/public/refresh-rankings.ts'
import { listMediaAddresses } from '../../writing/uploads/address-store.ts'
import { mediaAddress, rememberMediaAddresses } from '../../writing/uploads/image-url.ts'
import { databaseCommand } from '../command.ts'
import { drawPicture, randomOf } from './draw-picture.ts'
import { insertEngagement, makeEngagement } from './engagement.ts'
import { type Demo, readDemo } from './read-demo.ts'
import { storePicture } from './store-picture.ts'
import { writePosts } from './write-posts.ts'

export const DEMO_PASSWORD = 'galley-demo'

const TOKEN_NAME = 'demo'
const AVATAR = { width: 256, height: 256 }

export function demoCommands(): Command {
  const demo = new Command('demo').description('seed demo data')
  demo.addCommand(
    databaseCommand(
      'seed',
      'create authors on each plan, with posts, pictures and readers; repeating it issues new tokens',
      async (context, _args, _options, output) => {
        const { accounts, lastOrigin } = await seedDemo(context)
        const rows = []
        for (const { id, username, plan } of accounts) {
          const token = plan === 'free' ? null : (await issueToken(context, id, { name: TOKEN_NAME })).token
          rows.push({ login: username, password: DEMO_PASSWORD, plan, bearer_token: token })
        }
        output.rows('users', rows, '')
        const { dataDir, databaseUrl } = context.settings
        // The command may have been called without the PORT or PUBLIC_URL of the server.
        const running = databaseUrl === undefined ? findRunningServer(dataDir) : undefined
        const origin = running?.url ?? lastOrigin
        output.note(`\nRead their posts at ${origin}, or write as one of them at ${origin}/studio`)
        output.note(`Try: curl -H "Authorization: Bearer <bearer_token>" ${origin}/api/v1/me`)
      },
    ),
  )
  return demo
}

export interface SeededDemo {
  readonly accounts: readonly Account[]
  /** The address of the site, as the last started server had it. */
  readonly lastOrigin: string
}

/** Creates what is missing of the demo data: authors, posts with pictures, and readers of the last weeks. */
export async function seedDemo(context: AppContext): Promise<SeededDemo> {
  const demo = await readDemo()
  for (const { username } of demo.people) await rejectRealAccount(context, username)
  const media = await lastMediaAddress(context)
  const accounts: Account[] = []
  for (const [i, person] of demo.people.entries()) accounts.push(await ensureAccount(context, person, i, media))
  const seeded = await writePosts(context, demo, accounts, media)
  const now = context.clock.now()
  const readers = accounts.map(({ id }) => id)
  for (const post of seeded) await insertEngagement(context.db, makeEngagement(post, readers, demo.comments, now))
  if (seeded.length > 0) {
    await followEachOther(context, accounts)
    await sql`select place_trending(${seeded.map(({ id }) => id)}::uuid[])`.execute(context.db)
    await refreshRankings(context)
  }
  await context.renderer.close()
  return { accounts, lastOrigin: await lastOrigin(context) }
}

/** Images of an S3 store may have an address of their own; that of the site has the path of our media. */
async function lastOrigin({ db, settings }: AppContext): Promise<string> {
  const { publicUrl: bucket } = settings.storage.kind === 's3' ? settings.storage : { publicUrl: undefined }
  const known = await listMediaAddresses(db)
  const ownMedia = known.find(({ address }) => address.endsWith('/media') && address !== bucket)
  return ownMedia === undefined ? settings.publicUrl.origin : new URL(ownMedia.address).origin
}

/**
 * The command may have other settings than the server, such as another PORT. The server knows only its own addresses,
 * so pictures get the one that it has used last.
 */
async function lastMediaAddress({ db, settings }: AppContext): Promise<string> {
  const [last] = await listMediaAddresses(db)
  if (last !== undefined) return last.address
  await rememberMediaAddresses(db, settings)
  return mediaAddress(settings)
}

async function followEachOther(context: AppContext, accounts: readonly Account[]): Promise<void> {
  for (const follower of accounts) {
    const random = randomOf(`followed by ${follower.username}`)
    for (const { id, username } of accounts) {
      if (id !== follower.id && random() < 0.5) await follow(context, username, follower.id, true)
    }
  }
}

const emailOf = (username: string) => `${username}@example.com`

/** No real account has an address at example.com. */
async function rejectRealAccount(context: AppContext, username: string): Promise<void> {
  const found = await findAccountByLogin(context.db, username)
  if (found === undefined || found.email === emailOf(username)) return
  throw new AppError(
    'FORBIDDEN',
    `"${username}" is a real account, and demo seed would set a known password. Set DATA_DIR or DATABASE_URL to another database.`,
  )
}

async function ensureAccount(
  context: AppContext,
  person: Demo['people'][number],
  palette: number,
  media: string,
): Promise<Account> {
  const { username, display_name, plan, verified, bio } = person
  const email = emailOf(username)
  const found = await findAccountByLogin(context.db, username)
  const { id, password_hash, suspended_at } =
    found ?? (await createAccount(context.db, { username, email, display_name, password: DEMO_PASSWORD, plan }))
  const isUnchanged = await verifyPassword(password_hash, DEMO_PASSWORD)
  const change: AccountChange = {
    plan,
    is_verified: verified,
    ...(!isUnchanged && { password_hash: await hashPassword(DEMO_PASSWORD) }),
    ...(found === undefined && { bio, avatar_url: await avatarOf(context, id, username, palette, media) }),
  }
  return transact(context, async (trx, notify) => {
    if (suspended_at !== null) await suspendAccount(trx, notify, id, null)
    return changeAccount(trx, notify, id, change)
  })
}

async function avatarOf(context: AppContext, userId: string, username: string, palette: number, media: string) {
  const bytes = await drawPicture(`avatar of ${username}`, { palette, motif: palette }, AVATAR)
  return `${media}/${await storePicture(context, userId, { name: 'avatar', bytes, size: AVATAR })}`
}

import { timingSafeEqual } from 'node:crypto'
import type { SetUp } from '@galley/contract/schemas/identity/accounts'
import type { AppContext } from '../../../platform/context.ts'
import { hashSecret } from '../../../platform/core/credentials.ts'
import { AppError } from '../../../platform/core/errors.ts'
import { transact } from '../../../platform/db/transact.ts'
import type { Account } from '../account-store.ts'
import { endSetup, readOpenSetup } from './setup-store.ts'
import { createAccount } from './sign-up.ts'

/** The address at which the first admin is created; undefined while there is an admin. */
export async function setupUrl(context: AppContext): Promise<string | undefined> {
  const nonce = await readOpenSetup(context.db)
  return nonce === undefined ? undefined : `${context.settings.publicUrl.origin}/setup?token=${tokenOf(context, nonce)}`
}

/** The nonce of a valid link. */
export async function requireSetupToken(context: AppContext, sent: string): Promise<string> {
  const nonce = await readOpenSetup(context.db)
  // Hashes have the same length, which the comparison needs.
  if (nonce === undefined || !timingSafeEqual(hashSecret(tokenOf(context, nonce)), hashSecret(sent)))
    throw invalidLink()
  return nonce
}

/** Creates the first admin. Of several requests with the same link, one succeeds. */
export async function setUp(context: AppContext, { token, ...input }: SetUp): Promise<Account> {
  const nonce = await requireSetupToken(context, token)
  const admin = { ...input, plan: 'pro_plus', role: 'admin', email_verified_at: context.clock.now() } as const
  return createAccount(context.db, admin, work =>
    transact(context, async (trx, notify) => {
      if (!(await endSetup(trx, notify, nonce))) throw invalidLink()
      return work(trx)
    }),
  )
}

const tokenOf = ({ secretBox }: AppContext, nonce: string): string => secretBox.token(`set up ${nonce}`)

const invalidLink = () =>
  new AppError(
    'FORBIDDEN',
    'This set-up link is not valid, or the site has an administrator already. To give an account all rights, run: users set-role <user> admin',
  )

import { timingSafeEqual } from 'node:crypto'
import type { SetUp } from '@galley/contract/schemas/accounts/accounts'
import type { AppContext } from '../../context.ts'
import { hashSecret } from '../../core/credentials.ts'
import { AppError, refuse } from '../../core/errors.ts'
import { transact } from '../../db/transact.ts'
import { type Account, insertAccount } from '../account-store.ts'
import { endSetup, readOpenSetup } from './setup-store.ts'
import { newAccount, signUpFaults } from './sign-up.ts'

/** The address at which the first account is created; undefined once there was an account. */
export async function setupUrl(context: AppContext): Promise<string | undefined> {
  const token = await setupToken(context)
  return token === undefined ? undefined : `${context.settings.publicUrl.origin}/setup?token=${token}`
}

export async function requireSetupToken(context: AppContext, sent: string): Promise<void> {
  const token = await setupToken(context)
  // Hashes have the same length, which the comparison needs.
  if (token === undefined || !timingSafeEqual(hashSecret(token), hashSecret(sent))) throw invalidLink()
}

/** Creates the first account, with all rights. Of several requests with the same link, one succeeds. */
export async function setUp(context: AppContext, { token, ...input }: SetUp): Promise<Account> {
  await requireSetupToken(context, token)
  refuse(await signUpFaults(context.db, input))
  const account = await newAccount({ ...input, plan: 'pro_plus', email_verified_at: context.clock.now() })
  return transact(context, async trx => {
    if (!(await endSetup(trx))) throw invalidLink()
    return insertAccount(trx, { ...account, role: 'admin' })
  })
}

async function setupToken({ db, secretBox }: AppContext): Promise<string | undefined> {
  const nonce = await readOpenSetup(db)
  return nonce === undefined ? undefined : secretBox.token(`set up ${nonce}`)
}

const invalidLink = () =>
  new AppError(
    'FORBIDDEN',
    'This set-up link is not valid, or the first account exists already. To give an account all rights, run: users set-role <user> admin',
  )

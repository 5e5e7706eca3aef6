import type { Language } from '@galley/contract/identity/languages'
import type { SignUp } from '@galley/contract/schemas/identity/accounts'
import { sendsMail } from '../../../delivery/mail/queue-mail.ts'
import type { AppContext } from '../../../platform/context.ts'
import { AppError, type FieldIssue, rejectIssues } from '../../../platform/core/errors.ts'
import { blankIssue } from '../../../platform/core/field-rules.ts'
import { newId } from '../../../platform/core/ids.ts'
import { brokenUniqueConstraint, type Db, type Tx } from '../../../platform/db/connection/database.ts'
import { retryTransaction, transact } from '../../../platform/db/transact.ts'
import { type Account, insertAccount, type NewAccount, takenNames } from '../account-store.ts'
import { AccountMails } from '../mails/account-mails.ts'
import { hashPassword } from '../passwords.ts'
import { isUsableInvitation, takeInvitation } from './invitation-store.ts'

/** `language`: of mails to the account. */
export async function signUp(
  context: AppContext,
  { invitation, ...input }: SignUp,
  language: Language,
  isOwnPath: IsOwnPath,
): Promise<Account> {
  const { signups, defaultPlan } = context.settings
  if (signups === 'closed') {
    throw new AppError('FORBIDDEN', 'Sign-ups are closed. Ask the people who run this service for an account.')
  }
  // On an open site an invitation is not needed, and not used up.
  const token = signups === 'invite' ? (invitation ?? '') : undefined
  rejectIssues(await reservedIssues(context, input, isOwnPath))
  // Before the expensive hash of the password.
  if (token !== undefined) await requireInvitation(context, token)
  const transaction: Transaction = work =>
    transact(context, async (trx, notify) => {
      const account = await work(trx)
      if (token !== undefined && !(await takeInvitation(trx, token, account.id))) throw noInvitation()
      if (sendsMail(context)) await new AccountMails(context, trx, notify).verifyEmail(account)
      return account
    })
  return createAccount(context.db, { ...input, language, plan: defaultPlan }, transaction)
}

export async function requireInvitation({ db }: AppContext, token: string): Promise<void> {
  if (!(await isUsableInvitation(db, token))) throw noInvitation()
}

const noInvitation = () =>
  new AppError(
    'FORBIDDEN',
    'Creating an account needs an invitation. This one is not valid: it is used up, has expired or was revoked.',
  )

type NewInput = Omit<SignUp, 'invitation'> & Pick<NewAccount, 'plan' | 'role' | 'language' | 'email_verified_at'>
type Transaction = (work: (trx: Tx) => Promise<Account>) => Promise<Account>

/** Also used by the set-up and the operator's command, which may choose the plan and ignore closed sign-ups. */
export async function createAccount(
  db: Db,
  input: NewInput,
  transaction: Transaction = work => retryTransaction(() => db.transaction().execute(work)),
): Promise<Account> {
  // Checked before the expensive hash; the unique indexes decide between concurrent requests.
  rejectIssues(await signUpIssues(db, input))
  const account = await newAccount(input)
  try {
    return await transaction(trx => insertAccount(trx, account))
  } catch (error) {
    if (brokenUniqueConstraint(error) !== undefined) rejectIssues(await takenIssues(db, input))
    throw error
  }
}

async function newAccount(input: NewInput): Promise<NewAccount> {
  return {
    id: newId(),
    username: input.username,
    email: input.email,
    password_hash: await hashPassword(input.password),
    display_name: input.display_name?.trim() ?? input.username,
    ...(input.plan && { plan: input.plan }),
    ...(input.role && { role: input.role }),
    ...(input.language && { language: input.language }),
    ...(input.email_verified_at && { email_verified_at: input.email_verified_at }),
  }
}

const RESERVED = new Set(['admin', 'administrator', 'root', 'support', 'help', 'security', 'api', 'www'])

export type IsOwnPath = (path: string) => Promise<boolean>

/** Names that would look like the site itself, with or without underscores. An operator can still create such an account. */
export async function reservedIssues(
  { settings }: AppContext,
  { username = '' }: Partial<SignUp>,
  isOwnPath: IsOwnPath,
): Promise<FieldIssue[]> {
  const name = username.toLowerCase().replaceAll('_', '')
  const siteName = settings.site.name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  if (name === '') return []
  const isReserved = RESERVED.has(name) || name === siteName || (await isOwnPath(`/${name}`))
  return isReserved ? [{ field: 'username', code: 'INVALID_VALUE', message: 'This username is reserved.' }] : []
}

/** Rules that the schema does not cover. */
export async function signUpIssues(db: Db, input: Partial<SignUp>): Promise<FieldIssue[]> {
  return [...(await takenIssues(db, input)), ...blankIssue('display_name', input.display_name)]
}

async function takenIssues(db: Db, { username = '', email = '' }: Partial<SignUp>): Promise<FieldIssue[]> {
  const taken = await takenNames(db, username, email)
  const issues: FieldIssue[] = []
  if (taken.username) issues.push({ field: 'username', code: 'INVALID_VALUE', message: 'This username is taken.' })
  if (taken.email)
    issues.push({
      field: 'email',
      code: 'INVALID_VALUE',
      message: 'There is an account with this e-mail address already.',
    })
  return issues
}

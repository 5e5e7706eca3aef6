import { PASSKEYS_MAX_PER_USER } from '@galley/contract/limits'
import type { AddPasskey } from '@galley/contract/schemas/identity/passkeys'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AppContext } from '../../platform/context.ts'
import { AppError, invalid, rejectIssues } from '../../platform/core/errors.ts'
import { blankIssue } from '../../platform/core/field-rules.ts'
import { newId } from '../../platform/core/ids.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { brokenUniqueConstraint, isConnectionError } from '../../platform/db/connection/database.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockAccount } from '../accounts/account-store.ts'
import { AccountMails } from '../accounts/mails/account-mails.ts'
import { insertChallenge, insertPasskey, listPasskeys, type PasskeyRow, takeChallenge } from './passkey-store.ts'
import { ALGORITHMS, isInFrame, relyingParty, webauthn } from './relying-party.ts'

/** What the browser needs to create a passkey for this account. */
export async function startPasskey(context: AppContext, principal: Principal): Promise<Record<string, unknown>> {
  const { id, name } = relyingParty(context)
  const known = await listPasskeys(context.db, principal.userId)
  requireRoom(known)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: Buffer.from(principal.userId),
    userName: principal.username,
    userDisplayName: principal.displayName,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(passkey => ({ id: passkey.credential_id, transports: passkey.transports })),
    // The passkey replaces login and password: it must contain the account, and the device must verify its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await insertChallenge(context.db, options.challenge, principal.userId)
  return { ...options }
}

export async function addPasskey(context: AppContext, principal: Principal, input: AddPasskey): Promise<PasskeyRow> {
  rejectIssues(blankIssue('name', input.name))
  const { credential, transports } = await verify(context, principal, input.credential)
  const { userId } = principal
  try {
    return await transact(context, async (trx, notify) => {
      const account = await lockAccount(trx, userId)
      requireRoom(await listPasskeys(trx, userId))
      await new AccountMails(context, trx, notify).passkeyAdded(account, input.name.trim())
      return insertPasskey(trx, {
        id: newId(),
        user_id: userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        sign_count: credential.counter,
        transports,
        name: input.name.trim(),
      })
    })
  } catch (error) {
    if (brokenUniqueConstraint(error) !== undefined) throw notAccepted()
    throw error
  }
}

async function verify(context: AppContext, { userId }: Principal, sent: Record<string, unknown>) {
  const { id, origin } = relyingParty(context)
  const { verifyRegistrationResponse } = await webauthn()
  // The library checks its parts.
  const response = sent as unknown as RegistrationResponseJSON
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge => takeChallenge(context.db, challenge, userId),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(error => {
    if (isConnectionError(error)) throw error
    return undefined
  })
  if (!result?.verified || isInFrame(response)) throw notAccepted()
  const { credential } = result.registrationInfo
  return { credential, transports: (credential.transports ?? []).map(String).slice(0, 10) }
}

function requireRoom(known: readonly PasskeyRow[]): void {
  if (known.length < PASSKEYS_MAX_PER_USER) return
  throw new AppError('LIMIT_REACHED', `An account has at most ${PASSKEYS_MAX_PER_USER} passkeys. Remove one first.`)
}

const notAccepted = () =>
  invalid({ field: 'credential', code: 'INVALID_VALUE', message: 'This passkey was not accepted. Begin again.' })

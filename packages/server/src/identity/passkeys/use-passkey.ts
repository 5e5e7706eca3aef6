import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { AppContext } from '../../platform/context.ts'
import { isConnectionError } from '../../platform/db/connection/database.ts'
import { findPasskey, insertChallenge, markUsed, type PasskeyRow, takeChallenge } from './passkey-store.ts'
import { isInFrame, relyingParty, webauthn } from './relying-party.ts'

/** What the browser needs to use a passkey. The browser finds the passkeys of this site itself. */
export async function startPasskeyUse(context: AppContext): Promise<Record<string, unknown>> {
  const { id } = relyingParty(context)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' })
  await insertChallenge(context.db, options.challenge, null)
  return { ...options }
}

/** The passkey that signed a challenge of ours just now; undefined if none did. */
export async function usePasskey(context: AppContext, sent: Record<string, unknown>): Promise<PasskeyRow | undefined> {
  const { db } = context
  const { id, origin } = relyingParty(context)
  // The library checks the other parts.
  const response = sent as unknown as AuthenticationResponseJSON
  const passkey = typeof response.id === 'string' ? await findPasskey(db, response.id) : undefined
  if (passkey === undefined) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge => takeChallenge(db, challenge, null),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
    },
    requireUserVerification: true,
  }).catch(error => {
    if (isConnectionError(error)) throw error
    return undefined
  })
  if (!result?.verified || isInFrame(response)) return undefined
  await markUsed(db, passkey.id, result.authenticationInfo.newCounter)
  return passkey
}

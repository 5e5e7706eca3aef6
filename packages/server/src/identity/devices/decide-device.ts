import { TOKEN_SCOPES } from '@galley/contract/identity/scopes'
import type { ApproveDevice, PendingDevice } from '@galley/contract/schemas/identity/devices'
import type { AppContext } from '../../platform/context.ts'
import { hashSecret } from '../../platform/core/credentials.ts'
import { notFound, rejectIssues } from '../../platform/core/errors.ts'
import { transact } from '../../platform/db/transact.ts'
import { requireRoomForToken, storedScopes } from '../tokens/issue-token.ts'
import { hasLiveTokenNamed } from '../tokens/token-store.ts'
import { type DeviceRow, decideDevice, findPendingDevice, lockPendingDevice } from './device-store.ts'
import { displayUserCode, parseUserCode } from './user-code.ts'

/** What a program asks for, for the person who typed its code. */
export async function readDevice({ db }: AppContext, userId: string, typed: string): Promise<PendingDevice> {
  const code = requireCode(typed)
  const device = found(await findPendingDevice(db, hashSecret(code)))
  return {
    user_code: displayUserCode(code),
    client_name: device.client_name,
    scopes: device.scopes ?? [...TOKEN_SCOPES],
    replaces_token: await hasLiveTokenNamed(db, userId, device.client_name),
    created_at: device.created_at.toISOString(),
    expires_at: device.expires_at.toISOString(),
  }
}

/** Approves a request, with all its scopes or some of them. The token is made when the program fetches it. */
export function approveDevice(context: AppContext, userId: string, input: ApproveDevice): Promise<void> {
  const hash = hashSecret(requireCode(input.user_code))
  return transact(context, async trx => {
    const device = found(await lockPendingDevice(trx, hash))
    const requested: readonly string[] = device.scopes ?? TOKEN_SCOPES
    rejectIssues(
      (input.scopes ?? []).flatMap((scope, i) =>
        requested.includes(scope)
          ? []
          : [{ field: `scopes.${i}`, code: 'INVALID_VALUE', message: 'The program did not ask for this scope.' }],
      ),
    )
    await requireRoomForToken(trx, userId, device.client_name)
    const scopes = input.scopes === undefined ? device.scopes : storedScopes(input.scopes)
    await decideDevice(trx, device, { status: 'approved', user_id: userId, scopes })
  })
}

export function refuseDevice(context: AppContext, typed: string): Promise<void> {
  const hash = hashSecret(requireCode(typed))
  return transact(context, async trx => {
    await decideDevice(trx, found(await lockPendingDevice(trx, hash)), { status: 'refused' })
  })
}

function requireCode(typed: string): string {
  const code = parseUserCode(typed)
  if (code === undefined) throw notFound('Code')
  return code
}

function found(device: DeviceRow | undefined): DeviceRow {
  if (device === undefined) throw notFound('Code')
  return device
}

import type { DeviceRequest, RequestDevice } from '@galley/contract/schemas/identity/devices'
import type { AppContext } from '../../platform/context.ts'
import { hashSecret, newSecret } from '../../platform/core/credentials.ts'
import { type FieldIssue, rejectIssues } from '../../platform/core/errors.ts'
import { blankIssue } from '../../platform/core/field-rules.ts'
import { storedScopes } from '../tokens/issue-token.ts'
import { DEVICE_CODE_SECONDS, insertDevice } from './device-store.ts'
import { displayUserCode, newUserCode } from './user-code.ts'

export const POLL_INTERVAL_SECONDS = 5

/** Stores a program's request for a token and returns its two codes, which are stored as hashes only. */
export async function requestDevice(context: AppContext, input: RequestDevice): Promise<DeviceRequest> {
  const clientName = shownName(input.client_name)
  rejectIssues(clientNameIssues(input))
  const deviceCode = newSecret()
  let userCode: string
  let stored: boolean
  do {
    userCode = newUserCode()
    stored = await insertDevice(context.db, {
      device_code_hash: hashSecret(deviceCode),
      user_code_hash: hashSecret(userCode),
      client_name: clientName,
      scopes: storedScopes(input.scopes),
    })
  } while (!stored)
  const page = `${context.settings.publicUrl.origin}/device`
  const shown = displayUserCode(userCode)
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${shown}`,
    expires_in: DEVICE_CODE_SECONDS,
    interval: POLL_INTERVAL_SECONDS,
  }
}

export const clientNameIssues = ({ client_name }: Partial<RequestDevice>): readonly FieldIssue[] =>
  client_name === undefined ? [] : blankIssue('client_name', shownName(client_name))

/** Marks that change the text direction could make the name look like another one. */
const shownName = (name: string): string => name.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').trim()

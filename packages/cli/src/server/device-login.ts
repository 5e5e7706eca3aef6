import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, ConnectionError, type DeviceRequest, type IssuedToken } from '@galley/client'
import { SCOPE_PRESETS, type ScopePreset } from '@galley/contract/identity/scopes'
import { CliError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'

const SLOW_DOWN_MS = 5000

/** Asks for a token that the author approves in the browser. */
export function requestToken(client: Client, preset: ScopePreset, signal: AbortSignal): Promise<DeviceRequest> {
  return client.devices.request({ client_name: `gly on ${hostname()}`, scopes: [...SCOPE_PRESETS[preset]] }, { signal })
}

/** Waits until the author has decided, also while the server cannot be reached for a moment. */
export async function waitForToken(client: Client, request: DeviceRequest, signal: AbortSignal): Promise<IssuedToken> {
  let intervalMs = request.interval * 1000
  const endsAt = Date.now() + request.expires_in * 1000
  for (;;) {
    await sleep(intervalMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    try {
      return await client.devices.token(request.device_code, { signal })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'SLOW_DOWN') intervalMs += SLOW_DOWN_MS
      else if (code === 'ACCESS_DENIED') throw rejected('You rejected the request in the browser.')
      else if (code === 'EXPIRED_TOKEN') throw rejected('The code has expired.')
      else if (code !== 'AUTHORIZATION_PENDING' && !(isTemporary(error) && Date.now() < endsAt)) throw error
    }
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))

const rejected = (message: string): CliError =>
  new CliError(message, { fix: 'Run gly login again.', exitCode: EXIT.notAllowed })

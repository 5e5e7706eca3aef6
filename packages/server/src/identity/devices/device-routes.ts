import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { addressKey, enforce } from '../../platform/core/limits/rate-limits.ts'
import type { BindRoute, Sender } from '../../platform/operation.ts'
import { approveDevice, readDevice, refuseDevice } from './decide-device.ts'
import { fetchDeviceToken } from './fetch-device-token.ts'
import { clientNameIssues, requestDevice } from './request-device.ts'

export function deviceRoutes(bind: BindRoute, context: AppContext): void {
  // Codes are short, so they must not be guessed with many accounts from one address. The account was counted before.
  const countAddress = async ({ address }: Sender) => enforce(await context.limits.devices.count(addressKey(address)))

  bind(
    endpoints.requestDevice,
    ({ body }) => requestDevice(context, body),
    ({ body }) => clientNameIssues(body),
  )

  bind(endpoints.fetchDeviceToken, ({ body }) => fetchDeviceToken(context, body.device_code))

  bind(endpoints.readDevice, async ({ principal, params, sender }) => {
    await countAddress(sender)
    return readDevice(context, principal.userId, params.user_code)
  })

  bind(endpoints.approveDevice, async ({ principal, body, sender }) => {
    await countAddress(sender)
    await approveDevice(context, principal.userId, body)
    return { ok: true as const }
  })

  bind(endpoints.refuseDevice, async ({ body, sender }) => {
    await countAddress(sender)
    await refuseDevice(context, body.user_code)
    return { ok: true as const }
  })
}

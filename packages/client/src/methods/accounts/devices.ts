import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type {
  ApproveDevice,
  DeviceRequest,
  Done,
  IssuedToken,
  PendingDevice,
  RefuseDevice,
  RequestDevice,
} from '../../generated/models.ts'

/** A program gets a token that its owner approves in the browser. */
export interface DeviceMethods {
  /** Needs no credential. Show `user_code` and `verification_uri`, then call `token` every `interval` seconds. */
  request(body: RequestDevice, options?: CallOptions): ApiPromise<DeviceRequest>
  /** Fails with `AUTHORIZATION_PENDING` or `SLOW_DOWN` until the request was decided on. The token comes once. */
  token(deviceCode: string, options?: CallOptions): ApiPromise<IssuedToken>
  /** What a program asks for. Session only, as the following. */
  read(userCode: string, options?: CallOptions): ApiPromise<PendingDevice>
  approve(body: ApproveDevice, options?: CallOptions): ApiPromise<Done>
  refuse(body: RefuseDevice, options?: CallOptions): ApiPromise<Done>
}

export const deviceMethods = ({ call }: Caller): DeviceMethods => ({
  request: (body, options) => call('requestDevice', { body }, options),
  token: (device_code, options) => call('fetchDeviceToken', { body: { device_code } }, options),
  read: (user_code, options) => call('readDevice', { params: { user_code } }, options),
  approve: (body, options) => call('approveDevice', { body }, options),
  refuse: (body, options) => call('refuseDevice', { body }, options),
})

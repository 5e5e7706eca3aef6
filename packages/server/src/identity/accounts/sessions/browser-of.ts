import type { Sender } from '../../../platform/operation.ts'
import { deviceHash } from './devices.ts'

/** What a new session has to know about the browser of a call. */
export function browserOf({ address, userAgent, language, browser }: Sender) {
  const { sessionSecret, deviceSecret } = browser
  return { formerSecret: sessionSecret, deviceSecret, userAgent, language, device: deviceHash(userAgent, address) }
}

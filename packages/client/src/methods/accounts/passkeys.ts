import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type {
  AddPasskey,
  Done,
  Me,
  Passkey,
  PasskeyList,
  PasskeyOptions,
  RenamePasskey,
  UsePasskey,
} from '../../generated/models.ts'

/** Keys of devices and password managers that replace the password at the log-in. In browsers only. */
export interface PasskeyMethods {
  list(options?: CallOptions): ApiPromise<PasskeyList>
  /** What `navigator.credentials.create` needs. */
  start(options?: CallOptions): ApiPromise<PasskeyOptions>
  add(body: AddPasskey, options?: CallOptions): ApiPromise<Passkey>
  rename(id: string, body: RenamePasskey, options?: CallOptions): ApiPromise<Passkey>
  remove(id: string, options?: CallOptions): ApiPromise<Done>
  /** What `navigator.credentials.get` needs. */
  startUse(options?: CallOptions): ApiPromise<PasskeyOptions>
  logIn(body: UsePasskey, options?: CallOptions): ApiPromise<Me>
  /** Confirms the session, as `session.confirm` does with the password. */
  confirm(body: UsePasskey, options?: CallOptions): ApiPromise<Done>
}

export const passkeyMethods = ({ call }: Caller): PasskeyMethods => ({
  list: options => call('listPasskeys', {}, options),
  start: options => call('startPasskey', {}, options),
  add: (body, options) => call('addPasskey', { body }, options),
  rename: (id, body, options) => call('renamePasskey', { params: { id }, body }, options),
  remove: (id, options) => call('removePasskey', { params: { id } }, options),
  startUse: options => call('startPasskeyUse', {}, options),
  logIn: (body, options) => call('logInWithPasskey', { body }, options),
  confirm: (body, options) => call('confirmWithPasskey', { body }, options),
})

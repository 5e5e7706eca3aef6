import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, KeyedOptions } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type {
  AccountDeletion,
  ChangeEmail,
  ChangeMe,
  CheckSetup,
  ConfirmPasswordReset,
  ConfirmSession,
  DeleteMe,
  Done,
  EmailState,
  IssueDefaultToken,
  IssuedToken,
  IssueToken,
  LogIn,
  Me,
  MembershipList,
  RecoveryCodes,
  RecoveryCodesState,
  RequestPasswordReset,
  SessionList,
  SetUp,
  SignUp,
  StorageUse,
  TokenList,
  UseRecoveryCode,
  VerifyEmail,
} from '../../generated/models.ts'

export interface MeMethods {
  read(options?: CallOptions): ApiPromise<Me>
  change(body: ChangeMe, options?: CallOptions): ApiPromise<Me>
  /** The size of your texts and images, and the limit of your plan. */
  storage(options?: CallOptions): ApiPromise<StorageUse>
  /** Your e-mail address, whether it is verified, and whether mails reach it. Session only. */
  email(options?: CallOptions): ApiPromise<EmailState>
  /** Takes effect when the link in the mail is opened. Session only. */
  changeEmail(body: ChangeEmail, options?: CallOptions): ApiPromise<EmailState>
  /** Sends the link again. Session only. */
  sendVerification(options?: CallOptions): ApiPromise<EmailState>
  /** How many recovery codes are left. Session only. */
  recoveryCodes(options?: CallOptions): ApiPromise<RecoveryCodesState>
  /** The codes are only in this response; earlier ones become invalid. Session only. */
  makeRecoveryCodes(options?: CallOptions): ApiPromise<RecoveryCodes>
  /** Logging in within 14 days brings the account back. Session only. */
  delete(body: DeleteMe, options?: CallOptions): ApiPromise<AccountDeletion>
  /** Everything about you as a zip. Session only. */
  export(options?: CallOptions): ApiPromise<Blob>
}

/** Signing up, logging in and out. The session is a cookie, which browsers store themselves. */
export interface SessionMethods {
  signUp(body: SignUp, options?: CallOptions): ApiPromise<Me>
  /** Whether this is the token of the set-up link; rejects with 403 if it is not. */
  checkSetup(body: CheckSetup, options?: CallOptions): ApiPromise<Done>
  /** Creates the first administrator of an installation. */
  setUp(body: SetUp, options?: CallOptions): ApiPromise<Me>
  logIn(body: LogIn, options?: CallOptions): ApiPromise<Me>
  logOut(options?: CallOptions): ApiPromise<Done>
  /** Needed before passkeys or recovery codes change, if the last log-in was more than 10 minutes ago. */
  confirm(body: ConfirmSession, options?: CallOptions): ApiPromise<Done>
  /** Sends a link to the address if an account has it; the response is the same in any case. */
  requestPasswordReset(body: RequestPasswordReset, options?: CallOptions): ApiPromise<Done>
  /** Sets the password with the token of that link, and ends all sessions. */
  confirmPasswordReset(body: ConfirmPasswordReset, options?: CallOptions): ApiPromise<Done>
  /** Sets the password with a recovery code, and ends all sessions. */
  recoverWithCode(body: UseRecoveryCode, options?: CallOptions): ApiPromise<Done>
  verifyEmail(body: VerifyEmail, options?: CallOptions): ApiPromise<Done>
}

/** The browsers in which you are logged in. Session only. */
export interface SessionsMethods {
  list(options?: CallOptions): ApiPromise<SessionList>
  end(id: string, options?: CallOptions): ApiPromise<Done>
  /** All except the current one. */
  endOthers(options?: CallOptions): ApiPromise<Done>
}

/** Bearer tokens. Session only. */
export interface TokenMethods {
  list(options?: CallOptions): ApiPromise<TokenList>
  /** The token itself is only in this response. */
  issue(body: IssueToken, options?: KeyedOptions): ApiPromise<IssuedToken>
  revoke(id: string, options?: CallOptions): ApiPromise<Done>
  /** @deprecated Use `issue`. */
  issueDefault(body?: IssueDefaultToken, options?: CallOptions): ApiPromise<IssuedToken>
}

export interface SalonMethods {
  /** The salons you belong to, with your role in each. */
  list(options?: CallOptions): ApiPromise<MembershipList>
}

export const meMethods = ({ call }: Caller): MeMethods => ({
  read: options => call('readMe', {}, options),
  storage: options => call('readStorage', {}, options),
  change: (body, options) => call('changeMe', { body }, options),
  email: options => call('readEmail', {}, options),
  changeEmail: (body, options) => call('changeEmail', { body }, options),
  sendVerification: options => call('sendVerification', {}, options),
  recoveryCodes: options => call('readRecoveryCodes', {}, options),
  makeRecoveryCodes: options => call('makeRecoveryCodes', {}, options),
  delete: (body, options) => call('deleteMe', { body }, options),
  export: options => call('exportMe', {}, options) as unknown as ApiPromise<Blob>,
})

export const sessionMethods = ({ call }: Caller): SessionMethods => ({
  signUp: (body, options) => call('signUp', { body }, options),
  checkSetup: (body, options) => call('checkSetup', { body }, options),
  setUp: (body, options) => call('setUp', { body }, options),
  logIn: (body, options) => call('logIn', { body }, options),
  logOut: options => call('logOut', {}, options),
  confirm: (body, options) => call('confirmSession', { body }, options),
  requestPasswordReset: (body, options) => call('requestPasswordReset', { body }, options),
  confirmPasswordReset: (body, options) => call('confirmPasswordReset', { body }, options),
  recoverWithCode: (body, options) => call('useRecoveryCode', { body }, options),
  verifyEmail: (body, options) => call('verifyEmail', { body }, options),
})

export const sessionsMethods = ({ call }: Caller): SessionsMethods => ({
  list: options => call('listSessions', {}, options),
  end: (id, options) => call('endSession', { params: { id } }, options),
  endOthers: options => call('endOtherSessions', {}, options),
})

export const tokenMethods = ({ call }: Caller): TokenMethods => ({
  list: options => call('listTokens', {}, options),
  issue: (body, options) => call('issueToken', { body }, options),
  revoke: (id, options) => call('revokeToken', { params: { id } }, options),
  issueDefault: (body = {}, options) => call('issueDefaultToken', { body }, options),
})

export const salonMethods = ({ call }: Caller): SalonMethods => ({
  list: options => call('listSalons', {}, options),
})

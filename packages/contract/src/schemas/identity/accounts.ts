import { type Static, Type } from 'typebox'
import { PLANS } from '../../values/identity/plans.ts'
import {
  BIO_MAX_CHARACTERS,
  DISPLAY_NAME_MAX_CHARACTERS,
  EMAIL_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  USERNAME_MAX_CHARACTERS,
  USERNAME_MIN_CHARACTERS,
  USERNAME_PATTERN,
} from '../../values/limits.ts'
import { acceptingAndIgnoring, closed, nullable, oneOf, Timestamp, UrlInput, Uuid } from '../schema.ts'

const avatarUrl = nullable(Type.String())
const displayName = Type.String({ minLength: 1, maxLength: DISPLAY_NAME_MAX_CHARACTERS })
const newPassword = Type.String({ minLength: PASSWORD_MIN_CHARACTERS, maxLength: PASSWORD_MAX_CHARACTERS })
// No minimum length for a password that is only compared: a short one is wrong, not invalid.
const knownPassword = Type.String({ minLength: 1, maxLength: PASSWORD_MAX_CHARACTERS })

/** The user who calls. */
export const Me = Type.Object(
  {
    id: Uuid,
    username: Type.String(),
    display_name: Type.String(),
    subscription_plan: oneOf(PLANS),
    avatar_url: avatarUrl,
    role: Type.Optional(Type.Literal('admin', { description: 'Only for an account that may moderate this site.' })),
  },
  { title: 'Me' },
)
export type Me = Static<typeof Me>

const bytes = Type.Integer({ minimum: 0 })

export const StorageUse = Type.Object(
  { used_bytes: bytes, limit_bytes: nullable(bytes), texts_bytes: bytes, uploads_bytes: bytes },
  { title: 'StorageUse' },
)
export type StorageUse = Static<typeof StorageUse>

/** A user as shown beside their posts and comments. */
export const Author = Type.Object(
  { username: Type.String(), display_name: Type.String(), avatar_url: avatarUrl },
  { title: 'Author' },
)
export type Author = Static<typeof Author>

const signUpFields = {
  username: Type.String({
    minLength: USERNAME_MIN_CHARACTERS,
    maxLength: USERNAME_MAX_CHARACTERS,
    pattern: USERNAME_PATTERN,
    description: 'Lower-case letters, digits and underscores. It cannot be changed later.',
  }),
  email: Type.String({ format: 'email', maxLength: EMAIL_MAX_CHARACTERS }),
  password: newPassword,
  display_name: Type.Optional(nullable(displayName, { description: 'Defaults to the username.' })),
}

export const SignUp = closed('SignUp', {
  ...signUpFields,
  invitation: Type.Optional(
    nullable(Type.String({ minLength: 1, maxLength: 100 }), {
      description: 'Of the link, on a site that needs an invitation.',
    }),
  ),
})
export type SignUp = Static<typeof SignUp>

const setupToken = Type.String({ minLength: 1, maxLength: 100, description: 'Of the set-up link.' })

export const SetUp = closed('SetUp', { token: setupToken, ...signUpFields })
export type SetUp = Static<typeof SetUp>

export const CheckSetup = closed('CheckSetup', { token: setupToken })
export type CheckSetup = Static<typeof CheckSetup>

export const LogIn = closed('LogIn', {
  login: Type.String({ minLength: 1, maxLength: EMAIL_MAX_CHARACTERS, description: 'E-mail address or username.' }),
  password: knownPassword,
})
export type LogIn = Static<typeof LogIn>

export const ChangeMe = acceptingAndIgnoring(
  closed('ChangeMe', {
    display_name: Type.Optional(displayName),
    bio: Type.Optional(nullable(Type.String({ maxLength: BIO_MAX_CHARACTERS }))),
    avatar_url: Type.Optional(nullable(UrlInput, { description: 'An http or https address.' })),
    password: Type.Optional(newPassword),
    current_password: Type.Optional(knownPassword),
  }),
  Me,
)
export type ChangeMe = Static<typeof ChangeMe>

const email = Type.String({ format: 'email', maxLength: EMAIL_MAX_CHARACTERS })
const linkToken = Type.String({ minLength: 1, maxLength: 100, description: 'Of the link in the mail.' })

export const RequestPasswordReset = closed('RequestPasswordReset', { email })
export type RequestPasswordReset = Static<typeof RequestPasswordReset>

export const ConfirmPasswordReset = closed('ConfirmPasswordReset', { token: linkToken, password: newPassword })
export type ConfirmPasswordReset = Static<typeof ConfirmPasswordReset>

export const VerifyEmail = closed('VerifyEmail', { token: linkToken })
export type VerifyEmail = Static<typeof VerifyEmail>

export const ChangeEmail = closed('ChangeEmail', { email, current_password: knownPassword })
export type ChangeEmail = Static<typeof ChangeEmail>

/** The e-mail address of the user who calls, and whether mails reach it. */
export const EmailState = Type.Object(
  {
    email: Type.String(),
    verified: Type.Boolean({ description: 'Somebody has opened the link that was sent to this address.' }),
    pending: nullable(Type.String(), { description: 'A new address that has not been verified yet.' }),
    undeliverable: nullable(Type.Object({ reason: Type.String(), since: Timestamp }), {
      description: 'Set if the mail server of this address has refused it. Nothing is sent to it for two weeks.',
    }),
    mail_enabled: Type.Boolean({ description: 'Whether this site sends mails at all.' }),
  },
  { title: 'EmailState' },
)
export type EmailState = Static<typeof EmailState>

export const DeleteMe = closed('DeleteMe', { current_password: knownPassword })
export type DeleteMe = Static<typeof DeleteMe>

export const AccountDeletion = Type.Object(
  { purge_at: Type.String({ ...Timestamp, description: 'Until then, a log-in brings the account back.' }) },
  { title: 'AccountDeletion' },
)
export type AccountDeletion = Static<typeof AccountDeletion>

/** The bytes of an archive. */
export const ExportFile = Type.String({
  title: 'ExportFile',
  contentMediaType: 'application/zip',
  description: 'A zip file.',
})

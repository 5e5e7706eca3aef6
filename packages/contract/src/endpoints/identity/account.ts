import { del, get, patch, post } from '../../endpoint.ts'
import {
  AccountDeletion,
  ChangeEmail,
  ChangeMe,
  CheckSetup,
  ConfirmPasswordReset,
  DeleteMe,
  EmailState,
  ExportFile,
  LogIn,
  Me,
  RequestPasswordReset,
  SetUp,
  SignUp,
  StorageUse,
  VerifyEmail,
} from '../../schemas/identity/accounts.ts'
import { SessionList } from '../../schemas/identity/sessions.ts'
import { Done } from '../../schemas/schema.ts'
import { MembershipList } from '../../schemas/writing/salons.ts'

const inBrowser = { tag: 'Account', auth: 'session' } as const
const open = { tag: 'Account', auth: 'none' } as const

export const accountEndpoints = {
  signUp: post('/api/v1/signup', 'session.signUp', {
    summary: 'Sign up',
    description:
      'Creates an account on the plan of new accounts (`free`, unless the operator has set another) and logs it in: the response sets the session cookie. Usernames and e-mail addresses are unique, ignoring case.',
    ...open,
    body: SignUp,
    example: { body: { username: 'alice', email: 'alice@example.com', password: 'correct horse battery' } },
    errors: ['FORBIDDEN'],
    status: 201,
    response: Me,
  }),
  checkSetup: post('/api/v1/setup/check', 'session.checkSetup', {
    summary: 'Check a set-up link',
    description:
      'A server whose site has no administrator logs a link that creates one. 403 if this is not its token, or once there is an administrator.',
    ...open,
    body: CheckSetup,
    example: { body: { token: 'nRk2Zq0J8v3sYw6bTx1fLd5hGm9cPa4e7uKiVoXy-_A' } },
    errors: ['FORBIDDEN'],
    response: Done,
  }),
  setUp: post('/api/v1/setup', 'session.setUp', {
    summary: 'Create the first administrator',
    description:
      'With the token of the set-up link that a server logs whose site has no administrator. The account has all rights: the role `admin` and the highest plan. The response sets the session cookie. 403 once there is an administrator.',
    ...open,
    body: SetUp,
    example: {
      body: {
        token: 'nRk2Zq0J8v3sYw6bTx1fLd5hGm9cPa4e7uKiVoXy-_A',
        username: 'alice',
        email: 'alice@example.com',
        password: 'correct horse battery',
      },
    },
    errors: ['FORBIDDEN'],
    status: 201,
    response: Me,
  }),
  logIn: post('/api/v1/session', 'session.logIn', {
    summary: 'Log in',
    description:
      'Sets the session cookie. A wrong password and an unknown login both answer 401. At most 10 attempts per minute per IP address and per account.',
    ...open,
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
    body: LogIn,
    example: { body: { login: 'alice', password: 'correct horse battery' } },
    worksWhenFull: true,
    response: Me,
  }),
  logOut: del('/api/v1/session', 'session.logOut', {
    summary: 'Log out',
    description: 'Ends this session; the account’s other sessions and its tokens stay valid.',
    ...inBrowser,
    response: Done,
  }),
  readMe: get('/api/v1/me', 'me.read', {
    summary: 'Read your account',
    tag: 'Account',
    auth: 'session-or-token',
    scopes: [],
    response: Me,
  }),
  readStorage: get('/api/v1/me/storage', 'me.storage', {
    summary: 'Read how much you have stored',
    description:
      'The bytes of your texts (posts with those in the trash, their revisions, comments) and of your images. `limit_bytes` is what your plan allows, null without a limit. Above it, what adds bytes is 400 `QUOTA_EXCEEDED`.',
    tag: 'Account',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    response: StorageUse,
  }),
  changeMe: patch('/api/v1/me', 'me.change', {
    summary: 'Change your account',
    description: 'A new `password` needs `current_password`. The bio is shown in the public profile.',
    tag: 'Account',
    auth: 'session-or-token',
    scopes: ['posts:publish'],
    body: ChangeMe,
    example: { body: { display_name: 'Alice Marlowe', bio: 'Writes about rain.' } },
    response: Me,
  }),
  requestPasswordReset: post('/api/v1/password-reset', 'session.requestPasswordReset', {
    summary: 'Ask for a new password',
    description:
      'Sends a link to this address if an account has it. The answer and its time are the same in any case. The link is valid for an hour and works once.',
    ...open,
    body: RequestPasswordReset,
    example: { body: { email: 'alice@example.com' } },
    status: 202,
    worksWhenFull: true,
    response: Done,
  }),
  confirmPasswordReset: post('/api/v1/password-reset/confirm', 'session.confirmPasswordReset', {
    summary: 'Set a new password',
    description: 'With the token of the link. Ends all sessions and passkeys of the account; API tokens stay valid.',
    ...open,
    body: ConfirmPasswordReset,
    example: { body: { token: 'Rk2Zq0J8v3sYw6bTx1fLd5hGm9cPa4e7', password: 'correct horse battery' } },
    worksWhenFull: true,
    response: Done,
  }),
  verifyEmail: post('/api/v1/email/verify', 'session.verifyEmail', {
    summary: 'Verify an e-mail address',
    description: 'With the token of the link that was sent to it. If it is a new address, it replaces the old one now.',
    ...open,
    body: VerifyEmail,
    example: { body: { token: 'Rk2Zq0J8v3sYw6bTx1fLd5hGm9cPa4e7' } },
    response: Done,
  }),
  readEmail: get('/api/v1/me/email', 'me.email', {
    summary: 'Read your e-mail address',
    description: 'Session cookie only.',
    ...inBrowser,
    response: EmailState,
  }),
  changeEmail: post('/api/v1/me/email', 'me.changeEmail', {
    summary: 'Change your e-mail address',
    description:
      'Session cookie only. Sends a link to the new address, valid for a day; the change takes effect when it is opened. The answer does not tell whether another account has this address. At most 5 such mails per hour.',
    ...inBrowser,
    body: ChangeEmail,
    example: { body: { email: 'alice@example.org', current_password: 'correct horse battery' } },
    errors: ['FORBIDDEN'],
    response: EmailState,
  }),
  sendVerification: post('/api/v1/me/email/verification', 'me.sendVerification', {
    summary: 'Send the verification link again',
    description:
      'Session cookie only. To the pending address, else to the current one if it is not verified. At most 5 such mails per hour.',
    ...inBrowser,
    errors: ['FORBIDDEN'],
    response: EmailState,
  }),
  deleteMe: post('/api/v1/me/delete', 'me.delete', {
    summary: 'Delete your account',
    description:
      'Session cookie only. The account and everything that it wrote are gone from the public at once, and all sessions end. Logging in within 14 days brings it back; after that it is deleted for ever. Comments on posts of others stay in their places as "deleted".',
    ...inBrowser,
    body: DeleteMe,
    example: { body: { current_password: 'correct horse battery' } },
    worksWhenFull: true,
    response: AccountDeletion,
  }),
  exportMe: get('/api/v1/me/export', 'me.export', {
    summary: 'Export your account',
    description:
      'Session cookie only. A zip of everything about you, made while it is sent: posts as Markdown files with front matter (`gly push` sends them to another Galley), images, comments, statistics and account data as JSON, and an index page. At most 10 per hour.',
    ...inBrowser,
    file: 'application/zip',
    response: ExportFile,
  }),
  listSessions: get('/api/v1/sessions', 'sessions.list', {
    summary: 'List your sessions',
    description: 'Session cookie only. The browsers that are logged in, most recently used first.',
    ...inBrowser,
    response: SessionList,
  }),
  endSession: del('/api/v1/sessions/:id', 'sessions.end', {
    summary: 'End a session',
    description: 'Session cookie only. That browser is logged out at once.',
    ...inBrowser,
    response: Done,
  }),
  endOtherSessions: del('/api/v1/sessions', 'sessions.endOthers', {
    summary: 'End all other sessions',
    description: 'Session cookie only. All other browsers are logged out.',
    ...inBrowser,
    response: Done,
  }),
  listSalons: get('/api/v1/salons', 'salons.list', {
    summary: 'List your salons',
    description: 'With your role in each.',
    tag: 'Account',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    response: MembershipList,
  }),
} as const

import { del, get, patch, post } from '../endpoint.ts'
import {
  AccountDeletion,
  ChangeMe,
  CheckSetup,
  DeleteMe,
  ExportFile,
  LogIn,
  Me,
  SetUp,
  SignUp,
} from '../schemas/accounts.ts'
import { MembershipList } from '../schemas/salons.ts'
import { Done } from '../schemas/schema.ts'
import { SessionList } from '../schemas/sessions.ts'

export const accountEndpoints = {
  signUp: post('/api/v1/signup', {
    summary: 'Sign up',
    description:
      'Creates an account on the plan of new accounts (`free`, unless the operator has set another) and logs it in: the response sets the session cookie. Usernames and e-mail addresses are unique, ignoring case.',
    tag: 'Account',
    auth: 'none',
    body: SignUp,
    example: { body: { username: 'alice', email: 'alice@example.com', password: 'correct horse battery' } },
    errors: ['FORBIDDEN'],
    status: 201,
    response: Me,
  }),
  checkSetup: post('/api/v1/setup/check', {
    summary: 'Check a set-up link',
    description:
      'A server without accounts logs a link that creates the first one. 403 if this is not its token, or once there was an account.',
    tag: 'Account',
    auth: 'none',
    body: CheckSetup,
    example: { body: { token: 'nRk2Zq0J8v3sYw6bTx1fLd5hGm9cPa4e7uKiVoXy-_A' } },
    errors: ['FORBIDDEN'],
    response: Done,
  }),
  setUp: post('/api/v1/setup', {
    summary: 'Create the first account',
    description:
      'With the token of the set-up link that a server without accounts logs. The account has all rights: the role `admin` and the highest plan. The response sets the session cookie. 403 once there was an account.',
    tag: 'Account',
    auth: 'none',
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
  logIn: post('/api/v1/session', {
    summary: 'Log in',
    description:
      'Sets the session cookie. A wrong password and an unknown login both answer 401. At most 10 attempts per minute per IP address and per account.',
    tag: 'Account',
    auth: 'none',
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
    body: LogIn,
    example: { body: { login: 'alice', password: 'correct horse battery' } },
    response: Me,
  }),
  logOut: del('/api/v1/session', {
    summary: 'Log out',
    description: 'Ends this session; the account’s other sessions and its tokens stay valid.',
    tag: 'Account',
    auth: 'session',
    response: Done,
  }),
  readMe: get('/api/v1/me', {
    summary: 'Read your account',
    tag: 'Account',
    auth: 'any',
    scopes: [],
    response: Me,
  }),
  changeMe: patch('/api/v1/me', {
    summary: 'Change your account',
    description: 'A new `password` needs `current_password`. The bio is shown in the public profile.',
    tag: 'Account',
    auth: 'any',
    scopes: ['posts:publish'],
    body: ChangeMe,
    example: { body: { display_name: 'Alice Marlowe', bio: 'Writes about rain.' } },
    response: Me,
  }),
  deleteMe: post('/api/v1/me/delete', {
    summary: 'Delete your account',
    description:
      'Session cookie only. The account and everything that it wrote are gone from the public at once, and all sessions end. Logging in within 14 days brings it back; after that it is deleted for ever. Comments on posts of others stay in their places as "deleted".',
    tag: 'Account',
    auth: 'session',
    body: DeleteMe,
    example: { body: { current_password: 'correct horse battery' } },
    response: AccountDeletion,
  }),
  exportMe: get('/api/v1/me/export', {
    summary: 'Export your account',
    description:
      'Session cookie only. A zip of everything about you, made while it is sent: posts as Markdown files with front matter (`gly push` sends them to another Galley), images, comments, statistics and account data as JSON, and an index page. At most 10 per hour.',
    tag: 'Account',
    auth: 'session',
    file: 'application/zip',
    response: ExportFile,
  }),
  listSessions: get('/api/v1/sessions', {
    summary: 'List your sessions',
    description: 'Session cookie only. The browsers that are logged in, most recently used first.',
    tag: 'Account',
    auth: 'session',
    response: SessionList,
  }),
  endSession: del('/api/v1/sessions/:id', {
    summary: 'End a session',
    description: 'Session cookie only. That browser is logged out at once.',
    tag: 'Account',
    auth: 'session',
    response: Done,
  }),
  endOtherSessions: del('/api/v1/sessions', {
    summary: 'End all other sessions',
    description: 'Session cookie only. All other browsers are logged out.',
    tag: 'Account',
    auth: 'session',
    response: Done,
  }),
  listSalons: get('/api/v1/salons', {
    summary: 'List your salons',
    description: 'With your role in each.',
    tag: 'Account',
    auth: 'any',
    scopes: ['posts:read'],
    response: MembershipList,
  }),
} as const

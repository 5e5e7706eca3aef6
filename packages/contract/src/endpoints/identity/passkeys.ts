import { del, get, patch, post } from '../../endpoint.ts'
import { Me } from '../../schemas/identity/accounts.ts'
import {
  AddPasskey,
  Passkey,
  PasskeyList,
  PasskeyOptions,
  RenamePasskey,
  UsePasskey,
} from '../../schemas/identity/passkeys.ts'
import { Done } from '../../schemas/schema.ts'

const inBrowser = { tag: 'Account', auth: 'session' } as const

const credential = {
  id: 'q1ZK0m3l',
  rawId: 'q1ZK0m3l',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'eyJ0eXBlIjoi…', authenticatorData: 'SZYN5YgOjG…', signature: 'MEUCIQD…' },
}

export const passkeyEndpoints = {
  listPasskeys: get('/api/v1/passkeys', 'passkeys.list', {
    summary: 'List your passkeys',
    description: 'Session cookie only.',
    ...inBrowser,
    response: PasskeyList,
  }),
  startPasskey: post('/api/v1/passkeys/options', 'passkeys.start', {
    summary: 'Begin to add a passkey',
    description: 'Session cookie only. What the browser needs for `navigator.credentials.create`.',
    ...inBrowser,
    reauthentication: true,
    errors: ['FORBIDDEN', 'LIMIT_REACHED'],
    response: PasskeyOptions,
  }),
  addPasskey: post('/api/v1/passkeys', 'passkeys.add', {
    summary: 'Add a passkey',
    description: 'Session cookie only. With the credential that the browser has created. The password stays valid.',
    ...inBrowser,
    reauthentication: true,
    body: AddPasskey,
    example: { body: { name: 'Phone', credential } },
    errors: ['FORBIDDEN', 'LIMIT_REACHED'],
    status: 201,
    response: Passkey,
  }),
  renamePasskey: patch('/api/v1/passkeys/:id', 'passkeys.rename', {
    summary: 'Rename a passkey',
    description: 'Session cookie only.',
    ...inBrowser,
    body: RenamePasskey,
    example: { body: { name: 'Old phone' } },
    response: Passkey,
  }),
  removePasskey: del('/api/v1/passkeys/:id', 'passkeys.remove', {
    summary: 'Remove a passkey',
    description: 'Session cookie only. Nobody can log in with it any more. Sessions that it has started go on.',
    ...inBrowser,
    reauthentication: true,
    response: Done,
  }),
  startPasskeyUse: post('/api/v1/session/passkey/options', 'passkeys.startUse', {
    summary: 'Begin to use a passkey',
    description:
      'What the browser needs for `navigator.credentials.get`, to log in or to confirm a session. At most 10 per minute per IP address.',
    tag: 'Account',
    auth: 'none',
    errors: ['FORBIDDEN'],
    worksWhenFull: true,
    response: PasskeyOptions,
  }),
  logInWithPasskey: post('/api/v1/session/passkey', 'passkeys.logIn', {
    summary: 'Log in with a passkey',
    description: 'Sets the session cookie. The passkey says whose it is, so no login is needed.',
    tag: 'Account',
    auth: 'none',
    body: UsePasskey,
    example: { body: { credential } },
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
    worksWhenFull: true,
    response: Me,
  }),
  confirmWithPasskey: post('/api/v1/session/confirm/passkey', 'passkeys.confirm', {
    summary: 'Confirm a session with a passkey',
    description: 'Session cookie only. The same as `POST /api/v1/session/confirm`, with a passkey of this account.',
    ...inBrowser,
    body: UsePasskey,
    example: { body: { credential } },
    errors: ['FORBIDDEN'],
    worksWhenFull: true,
    response: Done,
  }),
} as const

import type { ScopePreset } from '@galley/contract/identity/scopes'
import { scopeNames } from '../../../texts/en/scopes.ts'

const presets: Record<ScopePreset | 'chosen', string> = {
  all: 'Everything',
  drafts: 'Drafts only',
  read_only: 'Read only',
  chosen: 'Choose…',
}

const presetHints: Record<ScopePreset | 'chosen', string> = {
  all: 'The token may do everything that the API offers.',
  drafts: 'The token may read your posts, write drafts and upload images. It cannot change what readers see.',
  read_only: 'The token may read your posts and their events. It changes nothing.',
  chosen: 'The token may do only what you choose.',
}

export const tokens = {
  title: 'API tokens',
  intro:
    'A token lets your own tools use the API as you. Anyone who has it can do what the token may do, so keep it out of repositories and out of code that runs in browsers.',
  codeIntro: 'A program that shows you a code gets its own token.',
  enterCode: 'Enter a code',
  count: (live: string, max: string) => `${live} of ${max} tokens in use`,
  full: (max: string) => `You have ${max} tokens, which is the maximum. Revoke or re-issue one of them.`,
  planTitle: (plan: string) => `Using a token needs ${plan}`,
  planBody:
    'You can issue tokens now. Until your plan includes the API, requests with a token are rejected with 403 PLAN_REQUIRED. Once your plan includes it, the same tokens work.',

  emptyTitle: 'No token yet',
  emptyBody: 'Issue one to publish from a script, a build or your own editor.',
  issue: 'Issue a token',

  name: 'Name',
  nameHint: 'What it is for, such as “build server”. Only you see it.',
  scopes: 'Permissions',
  presets,
  presetHints,
  chosenScopes: 'The token may',
  scopeNames,
  expires: 'Expires',
  never: 'Never',
  inDays: (days: number) => `In ${days} days`,
  inAYear: 'In a year',
  onDate: 'On a date of your choice',
  expiresAt: 'Expires at',
  chooseTime: 'Choose a day and a time.',
  inZone: (zone: string) => `In your time zone, ${zone}.`,
  replaces: (name: string) =>
    `There is a token named “${name}” already. Issuing it again replaces it: the old token stops working at once.`,
  reissue: 'Re-issue',
  reissueTitle: (name: string) => `Re-issue “${name}”`,
  reissueIntro:
    'You get a new token with the same name. The old one stops working at once, so be ready to update the tool that uses it.',

  issuedTitle: (name: string) => `“${name}” has been issued`,
  shownOnce: 'The token is shown only now. Store it where your tool reads it, then close this.',
  token: 'Token',
  snippets: 'Ready to use',
  curl: 'curl',
  sdk: 'TypeScript SDK',
  done: 'I have stored it',

  tokens: 'Tokens',
  prefix: 'Begins with',
  created: 'Issued',
  lastUsed: 'Last used',
  notUsed: 'Not yet',
  expired: 'Expired',
  actionsFor: (name: string) => `Actions for ${name}`,
  actions: 'Actions',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeBody:
    'Requests with this token are rejected from now on. This cannot be undone, but you can issue a new token at any time.',
  revoked: (name: string) => `“${name}” has been revoked.`,
  revokedTokens: (count: string) => `Revoked tokens (${count})`,
  revokedAt: 'Revoked',
}

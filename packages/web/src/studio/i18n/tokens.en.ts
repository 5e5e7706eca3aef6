export const en = {
  title: 'API tokens',
  intro:
    'A token lets a tool of yours act as you through the API. Whoever has it can do what you can: keep it out of repositories and browsers.',
  count: (live: string, max: string) => `${live} of ${max} tokens in use`,
  full: (max: string) => `You hold ${max} tokens, which is the most. Revoke one, or re-issue one of them.`,
  planTitle: (plan: string) => `Using a token needs ${plan}`,
  planBody:
    'You can issue tokens now and build with them. Until your plan includes the API, requests that carry one are answered with 403 PLAN_REQUIRED; from then on they work as they are.',

  emptyTitle: 'No token yet',
  emptyBody: 'Issue one to publish from a script, a build or an editor of your own.',
  issue: 'Issue a token',

  name: 'Name',
  nameHint: 'What it is for, such as “build server”. It is only for you.',
  expires: 'Expires',
  never: 'Never',
  inDays: (days: number) => `In ${days} days`,
  inAYear: 'In a year',
  onDate: 'At a time of your choice',
  expiresAt: 'Expires at',
  chooseTime: 'Choose a day and a time.',
  inZone: (zone: string) => `In your time zone, ${zone}.`,
  replaces: (name: string) =>
    `There is a token named “${name}”. Issuing it again gives a new one, and the old one stops at once.`,
  reissue: 'Re-issue',
  reissueTitle: (name: string) => `Re-issue “${name}”`,
  reissueIntro:
    'You get a new token under the same name. The old one stops working at once, so have the place that uses it at hand.',

  issuedTitle: (name: string) => `“${name}” is issued`,
  shownOnce: 'This is the only time it is shown. Put it where your tool reads it from, then close.',
  token: 'Token',
  snippets: 'Ready to use',
  curl: 'curl',
  sdk: 'TypeScript SDK',
  done: 'I have it',

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
    'Whatever uses it is refused from this moment on. This cannot be undone; a new token can be issued at any time.',
  revoked: (name: string) => `“${name}” is revoked`,
  revokedTokens: (count: string) => `Revoked tokens (${count})`,
  revokedAt: 'Revoked',
}

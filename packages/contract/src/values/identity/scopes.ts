/** What an API token may be allowed to do. */
export const TOKEN_SCOPES = [
  'posts:read',
  'posts:write',
  'posts:publish',
  'uploads',
  'webhooks',
  'events',
  'reader',
  'import',
] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Usual combinations, offered where a token is issued. */
export const SCOPE_PRESETS = {
  all: TOKEN_SCOPES,
  drafts: ['posts:read', 'posts:write', 'uploads'],
  read_only: ['posts:read', 'events'],
} as const satisfies Record<string, readonly TokenScope[]>
export type ScopePreset = keyof typeof SCOPE_PRESETS

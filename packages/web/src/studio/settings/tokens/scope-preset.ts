import { SCOPE_PRESETS, type ScopePreset, TOKEN_SCOPES, type TokenScope } from '@galley/contract/accounts/scopes'

/** A usual combination of scopes, or one that the author chose. */
export type ScopeChoice = ScopePreset | 'chosen'

export const PRESETS = Object.keys(SCOPE_PRESETS) as readonly ScopePreset[]

export function presetOf(scopes: readonly TokenScope[]): ScopeChoice {
  const isSame = (preset: ScopePreset): boolean =>
    TOKEN_SCOPES.every(scope => scopes.includes(scope) === new Set<TokenScope>(SCOPE_PRESETS[preset]).has(scope))
  return PRESETS.find(isSame) ?? 'chosen'
}

import type { TokenRecord } from '@galley/client'
import { useText } from '../../i18n/language.ts'
import { presetOf } from './scope-preset.ts'

/** What a token may do: the name of a usual combination, or its scopes. */
export function TokenScopes({ scopes }: Pick<TokenRecord, 'scopes'>) {
  const text = useText('tokens')
  const preset = presetOf(scopes)
  if (preset !== 'chosen') return text.presets[preset]
  return (
    <ul className="scopes">
      {scopes.map(scope => (
        <li key={scope}>{text.scopeNames[scope]}</li>
      ))}
    </ul>
  )
}

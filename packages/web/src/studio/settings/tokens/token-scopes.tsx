import type { TokenRecord } from '@galley/client'
import { SCOPE_PRESETS, type ScopePreset, TOKEN_SCOPES, type TokenScope } from '@galley/contract/identity/scopes'
import { useState } from 'react'
import { textOf } from '../../i18n/language.ts'
import { Checkbox, Field, Select } from '../../ui/forms/field.tsx'

/** A usual combination of scopes, or one that the author chose. */
type ScopeChoice = ScopePreset | 'chosen'

const PRESETS = Object.keys(SCOPE_PRESETS) as readonly ScopePreset[]

function presetOf(scopes: readonly TokenScope[]): ScopeChoice {
  const isSame = (preset: ScopePreset): boolean =>
    TOKEN_SCOPES.every(scope => scopes.includes(scope) === new Set<TokenScope>(SCOPE_PRESETS[preset]).has(scope))
  return PRESETS.find(isSame) ?? 'chosen'
}

/** What a token may do: the name of a usual combination, or its scopes. */
export function TokenScopes({ scopes }: Pick<TokenRecord, 'scopes'>) {
  const text = textOf('tokens')
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

interface Props {
  readonly scopes: readonly TokenScope[]
  readonly error: string | undefined
  readonly onChange: (scopes: readonly TokenScope[]) => void
}

/** Chooses what a token may do: a usual combination, or single scopes. */
export function ScopeFields({ scopes, error, onChange }: Props) {
  const text = textOf('tokens')
  const [choice, setChoice] = useState<ScopeChoice>(presetOf(scopes))
  const isChosen = choice === 'chosen'

  function choose(next: ScopeChoice): void {
    setChoice(next)
    if (next !== 'chosen') onChange(SCOPE_PRESETS[next])
  }

  return (
    <>
      <Field label={text.scopes} hint={text.presetHints[choice]} error={isChosen ? undefined : error}>
        <Select
          value={choice}
          onChange={event => choose(event.target.value as ScopeChoice)}
          options={[...PRESETS, 'chosen' as const].map(value => ({ value, label: text.presets[value] }))}
        />
      </Field>
      {isChosen && (
        <fieldset className="field" aria-describedby={error === undefined ? undefined : 'scopes-error'}>
          <legend>{text.chosenScopes}</legend>
          {TOKEN_SCOPES.map(scope => (
            <Checkbox
              key={scope}
              label={text.scopeNames[scope]}
              checked={scopes.includes(scope)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={() => onChange(TOKEN_SCOPES.filter(name => (name === scope) !== scopes.includes(name)))}
            />
          ))}
          {error !== undefined && (
            <p className="field-error" id="scopes-error">
              {error}
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}

import { SCOPE_PRESETS, TOKEN_SCOPES, type TokenScope } from '@galley/contract/accounts/scopes'
import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { PRESETS, presetOf, type ScopeChoice } from './scope-preset.ts'

interface Props {
  readonly scopes: readonly TokenScope[]
  readonly error: string | undefined
  readonly onChange: (scopes: readonly TokenScope[]) => void
}

/** What the token may do: a usual combination, or single scopes. */
export function ScopeFields({ scopes, error, onChange }: Props) {
  const text = useText('tokens')
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

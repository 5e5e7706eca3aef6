import { textOf } from '../../../i18n/language.ts'
import { Field, Select } from '../../../ui/forms/field.tsx'
import { useSessionState } from '../session/use-post-session.ts'

interface Props<V extends string> {
  readonly name: 'post_type' | 'category' | 'visibility' | 'series_id' | 'salon_id'
  readonly value: V
  readonly choices: readonly { readonly value: V; readonly label: string }[]
  readonly hint?: string
  readonly onChoose: (value: V) => void
}

/** A select field. */
export function ChoiceField<V extends string>({ name, value, choices, hint, onChoose }: Props<V>) {
  const text = textOf('editor')
  const { fieldErrors } = useSessionState()
  return (
    <div data-field={name}>
      <Field label={text.fields[name]} hint={hint || undefined} error={fieldErrors.get(name)}>
        <Select value={value} options={choices} onChange={event => onChoose(event.target.value as V)} />
      </Field>
    </div>
  )
}

import type { Draft } from '../../../drafts/draft.ts'
import { textOf } from '../../../i18n/language.ts'
import { Field, TextArea, TextInput } from '../../../ui/forms/field.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'

interface Props {
  readonly name: 'subtitle' | 'cover_image_url' | 'seo_title' | 'meta_description'
  readonly max?: number
  readonly hint?: string
  readonly isLong?: boolean
}

/** A text field; an empty value is stored as null. */
export function TextField({ name, max, hint, isLong = false }: Props) {
  const text = textOf('editor')
  const session = useSession()
  const { fields, fieldErrors } = useSessionState()
  const value = fields[name] ?? ''
  const control = {
    value,
    onChange: (event: { target: { value: string } }) =>
      session.edit({ [name]: event.target.value || null } as Partial<Draft>),
  }
  return (
    <div data-field={name}>
      <Field
        label={text.fields[name]}
        hint={hint}
        error={fieldErrors.get(name)}
        {...(max !== undefined && { counter: { value, max } })}
      >
        {isLong ? <TextArea rows={3} {...control} /> : <TextInput {...control} />}
      </Field>
    </div>
  )
}

import type { CategoryValue } from '@galley/client'
import { textOf } from '../../../i18n/language.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { ChoiceField } from './choice-field.tsx'

export function CategoryField() {
  const text = textOf('editor')
  const session = useSession()
  const { fields } = useSessionState()
  const categories = Object.entries(text.categories) as [CategoryValue, string][]
  return (
    <ChoiceField<CategoryValue | ''>
      name="category"
      value={fields.category ?? ''}
      choices={[{ value: '', label: text.noCategory }, ...categories.map(([value, label]) => ({ value, label }))]}
      onChoose={category => session.edit({ category: category || null })}
    />
  )
}

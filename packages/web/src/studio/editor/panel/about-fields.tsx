import type { CategoryValue } from '@galley/client'
import { SUBTITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { editorText } from '../../i18n/editor.ts'
import { useText } from '../../i18n/language.ts'
import { TYPES } from '../../posts/post-filters.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { ChoiceField } from './choice-field.tsx'
import { Section } from './section.tsx'
import { TagsField } from './tags-field.tsx'
import { TextField } from './text-field.tsx'

export function AboutFields() {
  const text = useText(editorText)
  const session = useSession()
  const { fields } = useSessionState()
  const categories = Object.entries(text.categories) as [CategoryValue, string][]
  return (
    <Section title={text.sections.about}>
      <TextField name="subtitle" max={SUBTITLE_MAX_CHARACTERS} />
      <ChoiceField
        name="post_type"
        value={fields.post_type}
        choices={TYPES.map(value => ({ value, label: text.types[value] }))}
        hint={text.typeHint[fields.post_type]}
        onChoose={post_type => session.edit({ post_type })}
      />
      <ChoiceField<CategoryValue | ''>
        name="category"
        value={fields.category ?? ''}
        choices={[{ value: '', label: text.noCategory }, ...categories.map(([value, label]) => ({ value, label }))]}
        onChoose={category => session.edit({ category: category || null })}
      />
      <TagsField />
    </Section>
  )
}

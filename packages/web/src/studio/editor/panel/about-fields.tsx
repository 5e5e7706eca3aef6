import { SUBTITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { POST_TYPES } from '@galley/contract/posts/posts'
import { useText } from '../../i18n/language.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { CategoryField } from './category-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { Section } from './section.tsx'
import { SeriesField } from './series-field.tsx'
import { TagsField } from './tags-field.tsx'
import { TextField } from './text-field.tsx'

export function AboutFields() {
  const text = useText('editor')
  const session = useSession()
  const { fields } = useSessionState()
  return (
    <Section title={text.sections.about}>
      <TextField name="subtitle" max={SUBTITLE_MAX_CHARACTERS} />
      <ChoiceField
        name="post_type"
        value={fields.post_type}
        choices={POST_TYPES.map(value => ({ value, label: text.types[value] }))}
        hint={text.typeHint[fields.post_type]}
        onChoose={post_type => session.edit({ post_type, ...(post_type !== 'series_entry' && { series_id: null }) })}
      />
      {fields.post_type === 'series_entry' && <SeriesField />}
      <CategoryField />
      <TagsField />
    </Section>
  )
}

import { useId, useState } from 'react'
import type { Draft } from '../../../drafts/draft.ts'
import { textOf } from '../../../i18n/language.ts'
import { CategoryField } from '../panel/category-field.tsx'
import { TagsField } from '../panel/tags-field.tsx'
import { ThumbnailField } from '../panel/thumbnail-field.tsx'
import { useSession } from '../session/use-post-session.ts'

const FIELDS = { thumbnail_url: ThumbnailField, category: CategoryField, tags: TagsField } as const

type FieldName = keyof typeof FIELDS

const isMissing = (draft: Draft, name: FieldName): boolean =>
  name === 'tags' ? draft.tags.length === 0 : draft[name] === null

/** Empty fields that lists show. A field stays visible when it is filled, so that it keeps the focus. */
export function MissingFields() {
  const text = textOf('publish')
  const session = useSession()
  const id = useId()
  const [missing] = useState(() => {
    const draft = session.draft()
    return (Object.keys(FIELDS) as FieldName[]).filter(name => isMissing(draft, name))
  })
  if (missing.length === 0) return null
  return (
    <section className="missing-fields" aria-labelledby={id}>
      <h3 id={id}>{text.missing}</h3>
      <p className="field-hint">{text.missingHint}</p>
      {missing.map(name => {
        const MissingField = FIELDS[name]
        return <MissingField key={name} />
      })}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { CreateSeriesDialog } from '../../series/series-form.tsx'
import { allSeriesQuery } from '../../series/series-queries.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { ChoiceField } from './choice-field.tsx'

/** The series of a post: one of the author's, or a new one. */
export function SeriesField() {
  const text = textOf('series')
  const session = useSession()
  const { series_id } = useSessionState().fields
  const { data: all = [] } = useQuery(allSeriesQuery)
  const [isCreating, setCreating] = useState(false)
  const others = all.some(({ id }) => id === series_id) || !series_id ? [] : [series_id]
  return (
    <>
      <ChoiceField
        name="series_id"
        value={series_id ?? ''}
        choices={[
          { value: '', label: text.none },
          ...all.map(({ id, title }) => ({ value: id, label: title })),
          ...others.map(id => ({ value: id, label: id })),
        ]}
        hint={text.fieldHint}
        onChoose={id => session.edit({ series_id: id || null })}
      />
      <Button icon="add" onClick={() => setCreating(true)}>
        {text.create}
      </Button>
      {isCreating && (
        <CreateSeriesDialog
          onCreated={({ id }) => session.edit({ series_id: id })}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

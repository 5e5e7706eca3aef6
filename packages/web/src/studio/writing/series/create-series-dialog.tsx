import type { Series } from '@galley/client'
import { SERIES_DESCRIPTION_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { Field, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { SERIES } from './series-queries.ts'

interface Props {
  readonly onCreated: (series: Series) => void
  readonly onClose: () => void
}

export function CreateSeriesDialog({ onCreated, onClose }: Props) {
  const text = textOf('series')
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const create = useAction({
    call: () => client.series.create({ title, ...(description !== '' && { description }) }),
    changes: SERIES,
  })
  // Given to `mutate`, so that it does nothing if the dialog has been closed.
  const onSuccess = (series: Series) => {
    onClose()
    onCreated(series)
  }
  const errors = fieldErrors(create.error)
  return (
    <FormDialog
      title={text.create}
      submit={text.createNow}
      action={create}
      fields={['title', 'description']}
      onSubmit={() => create.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      <Field label={text.name} error={errors.get('title')} counter={{ value: title, max: TITLE_MAX_CHARACTERS }}>
        <TextInput value={title} autoComplete="off" onChange={event => setTitle(event.target.value)} />
      </Field>
      <Field
        label={text.description}
        error={errors.get('description')}
        counter={{ value: description, max: SERIES_DESCRIPTION_MAX_CHARACTERS }}
      >
        <TextArea value={description} onChange={event => setDescription(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

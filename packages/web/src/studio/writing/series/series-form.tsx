import type { Series, SeriesWithPosts } from '@galley/client'
import { SERIES_DESCRIPTION_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { SERIES_STATUSES, type SeriesStatus } from '@galley/contract/writing/series'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { UnsavedChanges } from '../../ui/ask-before-leaving.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { Form, FormDialog, FormError } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { SERIES } from './series-queries.ts'

const FIELDS = ['title', 'description', 'cover_image_url', 'status']

/** The texts of a series. */
export function SeriesForm({ series }: { series: SeriesWithPosts }) {
  const text = textOf('series')
  const [title, setTitle] = useState(series.title)
  const [description, setDescription] = useState(series.description ?? '')
  const [cover, setCover] = useState(series.cover_image_url ?? '')
  const [status, setStatus] = useState<SeriesStatus>(series.status)
  const values = {
    title,
    description: description === '' ? null : description,
    cover_image_url: cover === '' ? null : cover,
    status,
  }
  const [saved, setSaved] = useState(values)
  const save = useAction({
    call: (sent: typeof values) => client.series.change(series.id, sent),
    changes: SERIES,
    done: text.saved,
    onSuccess: (_changed, sent) => setSaved(sent),
  })
  const errors = fieldErrors(save.error)
  return (
    <section className="series-part" aria-labelledby="series-about">
      <h2 id="series-about">{text.about}</h2>
      <Form className="form" error={save.error} onSubmit={() => save.mutate(values)}>
        <UnsavedChanges values={values} saved={saved} />
        <SeriesTextFields {...{ title, setTitle, description, setDescription, errors }} />
        <Field label={text.cover} hint={text.coverHint} error={errors.get('cover_image_url')}>
          <TextInput type="url" value={cover} autoComplete="off" onChange={event => setCover(event.target.value)} />
        </Field>
        <Field label={text.status} error={errors.get('status')}>
          <Select
            value={status}
            options={SERIES_STATUSES.map(value => ({ value, label: text.statuses[value] }))}
            onChange={event => setStatus(event.target.value as SeriesStatus)}
          />
        </Field>
        <FormError error={save.error} fields={FIELDS} />
        <div className="row">
          <Button type="submit" variant="primary" busy={save.isPending}>
            {text.save}
          </Button>
        </div>
      </Form>
    </section>
  )
}

interface CreateProps {
  readonly onCreated: (series: Series) => void
  readonly onClose: () => void
}

export function CreateSeriesDialog({ onCreated, onClose }: CreateProps) {
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
      <SeriesTextFields {...{ title, setTitle, description, setDescription, errors }} />
    </FormDialog>
  )
}

interface TextFieldsProps {
  readonly title: string
  readonly setTitle: (title: string) => void
  readonly description: string
  readonly setDescription: (description: string) => void
  readonly errors: ReadonlyMap<string, string>
}

function SeriesTextFields({ title, setTitle, description, setDescription, errors }: TextFieldsProps) {
  const text = textOf('series')
  return (
    <>
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
    </>
  )
}

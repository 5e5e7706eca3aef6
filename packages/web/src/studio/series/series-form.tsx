import type { SeriesWithPosts } from '@galley/client'
import { SERIES_DESCRIPTION_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { SERIES_STATUSES, type SeriesStatus } from '@galley/contract/posts/series'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../client.ts'
import { fieldErrors } from '../errors/describe-error.ts'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { FormError } from '../ui/forms/form-error.tsx'
import { Select } from '../ui/forms/select.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextInput } from '../ui/forms/text-input.tsx'
import { UnsavedChanges } from '../ui/forms/unsaved-changes.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { SERIES_KEY } from './series-queries.ts'

const FIELDS = ['title', 'description', 'cover_image_url', 'status']

/** The texts of a series. */
export function SeriesForm({ series }: { series: SeriesWithPosts }) {
  const text = useText('series')
  const toast = useToast()
  const queryClient = useQueryClient()
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
  const save = useMutation({
    mutationFn: (sent: typeof values) => client.series.change(series.id, sent),
    onSuccess: async (_changed, sent) => {
      setSaved(sent)
      toast(text.saved, { tone: 'good' })
      await queryClient.invalidateQueries({ queryKey: SERIES_KEY })
    },
  })
  const faults = fieldErrors(save.error)
  return (
    <section className="series-part" aria-labelledby="series-about">
      <h2 id="series-about">{text.about}</h2>
      <Form className="form" error={save.error} onSubmit={() => save.mutate(values)}>
        <UnsavedChanges values={values} saved={saved} />
        <Field label={text.name} error={faults.get('title')} counter={{ value: title, max: TITLE_MAX_CHARACTERS }}>
          <TextInput value={title} autoComplete="off" onChange={event => setTitle(event.target.value)} />
        </Field>
        <Field
          label={text.description}
          error={faults.get('description')}
          counter={{ value: description, max: SERIES_DESCRIPTION_MAX_CHARACTERS }}
        >
          <TextArea value={description} onChange={event => setDescription(event.target.value)} />
        </Field>
        <Field label={text.cover} hint={text.coverHint} error={faults.get('cover_image_url')}>
          <TextInput type="url" value={cover} autoComplete="off" onChange={event => setCover(event.target.value)} />
        </Field>
        <Field label={text.status} error={faults.get('status')}>
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

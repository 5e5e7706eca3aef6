import type { Series } from '@galley/client'
import { SERIES_DESCRIPTION_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../client.ts'
import { fieldErrors } from '../errors/describe-error.ts'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { FormError } from '../ui/forms/form-error.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextInput } from '../ui/forms/text-input.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { SERIES_KEY } from './series-queries.ts'

interface Props {
  readonly onCreated: (series: Series) => void
  readonly onClose: () => void
}

export function CreateSeriesDialog({ onCreated, onClose }: Props) {
  const text = useText('series')
  const ui = useText('ui')
  const queryClient = useQueryClient()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const create = useMutation({
    mutationFn: () => client.series.create({ title, ...(description !== '' && { description }) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SERIES_KEY }),
  })
  // Given to `mutate`, so that it does nothing if the dialog was closed meanwhile.
  const onSuccess = (series: Series) => {
    onClose()
    onCreated(series)
  }
  const faults = fieldErrors(create.error)
  return (
    <Dialog open title={text.create} onClose={onClose}>
      <Form className="modal-form" error={create.error} onSubmit={() => create.mutate(undefined, { onSuccess })}>
        <div className="modal-body">
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
          <FormError error={create.error} fields={['title', 'description']} />
        </div>
        <div className="modal-foot">
          <Button variant="quiet" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {text.createNow}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

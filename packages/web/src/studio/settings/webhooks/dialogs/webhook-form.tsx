import type { Webhook } from '@galley/client'
import type { EventName } from '@galley/contract/events'
import { WEBHOOK_DESCRIPTION_MAX_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { fieldErrors } from '../../../errors/describe-error.ts'
import { useText } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { EventChoice } from './event-choice.tsx'

export interface WebhookFields {
  readonly url: string
  readonly description: string | null
  readonly event_types: EventName[]
}

interface Props {
  /** The webhook to change; undefined for a new one. */
  readonly webhook?: Webhook
  readonly submitLabel: string
  readonly busy: boolean
  readonly error: unknown
  readonly onSubmit: (fields: WebhookFields) => void
  readonly onClose: () => void
}

const DEFAULT_EVENTS: readonly EventName[] = ['post.published', 'post.updated', 'post.unpublished', 'post.deleted']

const isHttp = (url: string): boolean => /^http:/i.test(url.trim())

export function WebhookForm({ webhook, submitLabel, busy, error, onSubmit, onClose }: Props) {
  const text = useText('webhooks')
  const ui = useText('ui')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState<readonly EventName[]>(webhook?.event_types ?? DEFAULT_EVENTS)
  const [isUnsafe, setUnsafe] = useState(false)
  const faults = fieldErrors(error)
  const urlFault = explainUrl()

  function submit(): void {
    setUnsafe(isHttp(url))
    if (isHttp(url)) return
    onSubmit({ url: url.trim(), description: description === '' ? null : description, event_types: [...events] })
  }

  function explainUrl(): string | undefined {
    if (isUnsafe && isHttp(url)) return text.urlNeedsHttps
    if (!faults.has('url')) return undefined
    if (url.trim() === '') return faults.get('url')
    return /^https:/i.test(url.trim()) ? text.urlRefused : text.urlNeedsHttps
  }

  return (
    <Form className="modal-form" error={error} onSubmit={submit}>
      <div className="modal-body">
        <Field label={text.url} hint={text.urlHint} error={urlFault}>
          <TextInput
            type="url"
            placeholder="https://example.com/hooks/galley"
            autoComplete="off"
            value={url}
            onChange={event => setUrl(event.target.value)}
          />
        </Field>
        <EventChoice
          chosen={events}
          error={faults.get('event_types') && (events.length === 0 ? text.chooseEvent : faults.get('event_types'))}
          onChange={setEvents}
        />
        <Field
          label={text.optional(text.description)}
          hint={text.descriptionHint}
          error={faults.get('description')}
          counter={{ value: description, max: WEBHOOK_DESCRIPTION_MAX_CHARACTERS }}
        >
          <TextInput value={description} autoComplete="off" onChange={event => setDescription(event.target.value)} />
        </Field>
        <FormError error={error} fields={['url', 'event_types', 'description']} fault={urlFault} />
      </div>
      <div className="modal-foot">
        <Button variant="quiet" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  )
}

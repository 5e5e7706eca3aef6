import type { Webhook } from '@galley/client'
import type { EventName } from '@galley/contract/delivery/events'
import { WEBHOOK_DESCRIPTION_MAX_CHARACTERS } from '@galley/contract/limits'
import { type ReactNode, useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { formatMoment } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Checkbox, Field, TextInput } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ShownOnceDialog } from '../../ui/overlays/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useWebhookChange, webhooksQuery } from './webhook-queries.ts'

interface WebhookDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

interface WebhookFields {
  readonly url: string
  readonly description: string | null
  readonly event_types: EventName[]
}

/** Shows the form, then the secret once. */
export function RegisterDialog({ onClose }: { onClose: (registered?: string) => void }) {
  const text = textOf('webhooks')
  const register = useAction({
    call: (fields: WebhookFields) => client.webhooks.register(fields),
    changes: { ...webhooksQuery, exact: true },
  })
  const registered = register.data
  return registered ? (
    <SecretDialog title={text.registeredTitle} secret={registered.secret} onClose={() => onClose(registered.id)} />
  ) : (
    <WebhookForm
      title={text.register}
      submit={text.registerButton}
      action={register}
      waits
      onSubmit={register.mutate}
      onClose={onClose}
    />
  )
}

export function EditDialog({ webhook, onClose }: WebhookDialogProps) {
  const text = textOf('webhooks')
  const change = useWebhookChange(webhook.id, text.saved)
  return (
    <WebhookForm
      title={text.editTitle}
      webhook={webhook}
      submit={textOf('settings').save}
      action={change}
      onSubmit={fields => change.mutate(fields, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

/** Explains the rotation, then shows the secret once. */
export function RotateDialog({ webhook, onClose }: WebhookDialogProps) {
  const text = textOf('webhooks')
  const rotate = useAction({ call: () => client.webhooks.rotateSecret(webhook.id) })
  if (rotate.data) {
    const { secret, previous_secret_expires_at } = rotate.data
    return (
      <SecretDialog title={text.rotatedTitle} secret={secret} onClose={onClose}>
        <p>{text.rotatedUntil(formatMoment(previous_secret_expires_at))}</p>
      </SecretDialog>
    )
  }
  return (
    <ConfirmDialog
      title={text.rotateTitle}
      confirm={text.rotateConfirm}
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
      // The secret is shown only once.
      onClose={() => rotate.isPending || onClose()}
    >
      <p>{text.rotateBody}</p>
    </ConfirmDialog>
  )
}

const SNIPPET = `import { verifyWebhook } from '@galley/client/webhooks'

const event = await verifyWebhook(rawBody, request.headers, process.env.WEBHOOK_SECRET)`

interface SecretProps {
  readonly title: string
  readonly secret: string
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** Shows a secret that cannot be shown again. */
function SecretDialog({ title, secret, children, onClose }: SecretProps) {
  const text = textOf('webhooks')
  return (
    <ShownOnceDialog wide title={title} done={text.toWebhook} onClose={onClose}>
      <p>{text.secretOnce}</p>
      {children}
      <CodeBlock label={text.secret} code={secret} />
      <p>{text.secretUse}</p>
      <CodeBlock label="TypeScript" code={SNIPPET} />
    </ShownOnceDialog>
  )
}

interface FormProps {
  readonly title: string
  /** The webhook to change; undefined for a new one. */
  readonly webhook?: Webhook
  readonly submit: string
  readonly action: { readonly isPending: boolean; readonly error: unknown }
  readonly waits?: boolean
  readonly onSubmit: (fields: WebhookFields) => void
  readonly onClose: () => void
}

const DEFAULT_EVENTS: readonly EventName[] = ['post.published', 'post.updated', 'post.unpublished', 'post.deleted']

const isHttp = (url: string): boolean => /^http:/i.test(url.trim())

function WebhookForm({ webhook, onSubmit, ...rest }: FormProps) {
  const text = textOf('webhooks')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState<readonly EventName[]>(webhook?.event_types ?? DEFAULT_EVENTS)
  const [isUnsafe, setUnsafe] = useState(false)
  const errors = fieldErrors(rest.action.error)
  const urlIssue = explainUrl()

  function submit(): void {
    setUnsafe(isHttp(url))
    if (isHttp(url)) return
    onSubmit({ url: url.trim(), description: description === '' ? null : description, event_types: [...events] })
  }

  function explainUrl(): string | undefined {
    if (isUnsafe && isHttp(url)) return text.urlNeedsHttps
    if (!errors.has('url')) return undefined
    if (url.trim() === '') return errors.get('url')
    return /^https:/i.test(url.trim()) ? text.urlRejected : text.urlNeedsHttps
  }

  return (
    <FormDialog {...rest} issue={urlIssue} fields={['url', 'event_types', 'description']} onSubmit={submit}>
      <Field label={text.url} hint={text.urlHint} error={urlIssue}>
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
        error={errors.get('event_types') && (events.length === 0 ? text.chooseEvent : errors.get('event_types'))}
        onChange={setEvents}
      />
      <Field
        label={text.optional(text.description)}
        hint={text.descriptionHint}
        error={errors.get('description')}
        counter={{ value: description, max: WEBHOOK_DESCRIPTION_MAX_CHARACTERS }}
      >
        <TextInput value={description} autoComplete="off" onChange={event => setDescription(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

interface EventChoiceProps {
  readonly chosen: readonly EventName[]
  readonly error: string | undefined
  readonly onChange: (chosen: readonly EventName[]) => void
}

function EventChoice({ chosen, error, onChange }: EventChoiceProps) {
  const text = textOf('webhooks')
  const all = Object.keys(text.events) as EventName[]
  return (
    <fieldset className="field" aria-describedby="events-help">
      <legend>{text.eventsLegend}</legend>
      {all.map(event => (
        <Checkbox
          key={event}
          label={<code>{event}</code>}
          hint={text.events[event]}
          checked={chosen.includes(event)}
          aria-invalid={error === undefined ? undefined : true}
          onChange={() => onChange(all.filter(name => (name === event) !== chosen.includes(name)))}
        />
      ))}
      <p className={error ? 'field-error' : 'field-hint'} id="events-help">
        {error ?? text.eventsHint}
      </p>
    </fieldset>
  )
}

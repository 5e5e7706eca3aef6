import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../client.ts'
import { fieldErrors } from '../../../errors/describe-error.ts'
import { zoneName } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTimeInput } from '../../../ui/forms/date-time-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import type { WebhookDialogProps } from '../dialogs/webhook-dialog-props.ts'
import { webhookQuery } from '../webhook-queries.ts'

const DAY_MS = 86_400_000

export function RedeliverDialog({ webhook, onClose }: WebhookDialogProps) {
  const text = useText('webhooks')
  const ui = useText('ui')
  const toast = useToast()
  const queryClient = useQueryClient()
  const [since, setSince] = useState<Date | undefined>(() => new Date(Date.now() - DAY_MS))
  const redeliver = useMutation({
    mutationFn: (from: Date) => client.webhooks.redeliverFailed(webhook.id, { since: from.toISOString() }),
    onSuccess: async ({ redelivered }) => {
      toast(redelivered === 0 ? text.redeliveredNone : text.redelivered(redelivered))
      await queryClient.invalidateQueries({ queryKey: webhookQuery(webhook.id).queryKey })
    },
  })

  function submit(): void {
    if (since) redeliver.mutate(since, { onSuccess: onClose })
  }

  return (
    <Dialog open title={text.redeliverTitle} onClose={onClose}>
      <Form className="modal-form" error={redeliver.error} onSubmit={submit}>
        <div className="modal-body">
          <p>{text.redeliverBody}</p>
          <Field
            label={text.since}
            hint={text.sinceHint(zoneName(since ?? Date.now()))}
            error={since === undefined ? text.sinceInvalid : fieldErrors(redeliver.error).get('since')}
          >
            <DateTimeInput value={since} onChange={setSince} />
          </Field>
          <FormError error={redeliver.error} fields={['since']} fault={since === undefined && text.sinceInvalid} />
        </div>
        <div className="modal-foot">
          <Button variant="quiet" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={redeliver.isPending}>
            {text.redeliverConfirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

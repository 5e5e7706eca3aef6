import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../client.ts'
import { useText } from '../../../i18n/language.ts'
import { closeUnlessPending } from '../../../ui/overlays/close-unless-pending.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { webhooksQuery } from '../webhook-queries.ts'
import { SecretView } from './secret-view.tsx'
import { type WebhookFields, WebhookForm } from './webhook-form.tsx'

/** Shows the form, then the secret once. */
export function RegisterDialog({ onClose }: { onClose: (registered?: string) => void }) {
  const text = useText('webhooks')
  const queryClient = useQueryClient()
  const register = useMutation({
    mutationFn: (fields: WebhookFields) => client.webhooks.register(fields),
    onSuccess: () => queryClient.invalidateQueries({ ...webhooksQuery, exact: true }),
  })
  const registered = register.data
  if (registered) {
    const close = () => onClose(registered.id)
    return (
      // Another key makes it a new dialog, so that the focus and screen readers start at its beginning.
      <Dialog key="registered" open wide title={text.registeredTitle} onClose={close}>
        <SecretView secret={registered.secret} onClose={close} />
      </Dialog>
    )
  }
  const close = closeUnlessPending(register, onClose)
  return (
    <Dialog open title={text.register} onClose={close}>
      <WebhookForm
        submitLabel={text.registerButton}
        busy={register.isPending}
        error={register.error}
        onSubmit={register.mutate}
        onClose={close}
      />
    </Dialog>
  )
}

import type { Passkey } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { useText } from '../../i18n/language.ts'
import { withProof } from '../../session/owner-proof.ts'
import { passkeysQuery } from '../../session/passkeys.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const text = useText('security')
  const toast = useToast()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => withProof(() => client.passkeys.remove(passkey.id)),
    onSuccess: async () => {
      await queryClient.invalidateQueries(passkeysQuery)
      toast(text.removed, { tone: 'good' })
    },
  })
  return (
    <ConfirmDialog
      title={text.removeTitle(passkey.name)}
      confirm={text.remove}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{text.removeBody}</p>
    </ConfirmDialog>
  )
}

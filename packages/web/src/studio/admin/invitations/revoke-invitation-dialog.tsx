import type { Invitation } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { useText } from '../../i18n/language.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { ADMIN_KEY } from '../admin-queries.ts'

export function RevokeInvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const text = useText('invitations')
  const toast = useToast()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => client.invitations.revoke(invitation.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ADMIN_KEY })
      toast(text.revoked, { tone: 'good' })
    },
  })
  return (
    <ConfirmDialog
      title={text.revokeTitle}
      confirm={text.revoke}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{text.revokeBody}</p>
    </ConfirmDialog>
  )
}

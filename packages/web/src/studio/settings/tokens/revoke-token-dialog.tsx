import type { TokenRecord } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { useText } from '../../i18n/language.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { tokensQuery } from './tokens-query.ts'

export function RevokeTokenDialog({ token, onClose }: { token: TokenRecord; onClose: () => void }) {
  const text = useText('tokens')
  const toast = useToast()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => client.tokens.revoke(token.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries(tokensQuery)
      toast(text.revoked(token.name), { tone: 'good' })
    },
  })
  return (
    <ConfirmDialog
      title={text.revokeTitle(token.name)}
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

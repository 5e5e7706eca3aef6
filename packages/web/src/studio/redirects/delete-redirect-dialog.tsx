import type { Redirect } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../client.ts'
import { useText } from '../i18n/language.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { REDIRECTS_KEY } from './redirects-query.ts'

interface Props {
  readonly redirect: Redirect
  readonly onClose: () => void
}

export function DeleteRedirectDialog({ redirect: { id, path }, onClose }: Props) {
  const text = useText('redirects')
  const toast = useToast()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.redirects.delete(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: REDIRECTS_KEY })
      toast(text.removed(path), { tone: 'good' })
    },
  })
  const onSuccess = () => {
    onClose()
    // The focused row is removed, so the focus must be set.
    document.getElementById('content')?.focus()
  }
  return (
    <ConfirmDialog
      title={text.removeTitle(path)}
      confirm={text.remove}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      <p>{text.removeBody}</p>
    </ConfirmDialog>
  )
}

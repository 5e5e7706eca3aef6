import { ApiError, type ListedUpload } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../client.ts'
import { useText } from '../i18n/language.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { UploadUses } from './upload-uses.tsx'
import { UPLOADS_KEY } from './uploads-query.ts'

/** Deletes an image. One that is in use is deleted only if the author insists. */
export function DeleteUploadDialog({ upload, onClose }: { upload: ListedUpload; onClose: () => void }) {
  const text = useText('media')
  const toast = useToast()
  const queries = useQueryClient()
  const [isForced, setForced] = useState(false)
  const remove = useMutation({
    mutationFn: () => client.uploads.delete(upload.id, isForced ? { force: true } : {}),
    onSuccess: () => {
      toast(text.removed(upload.file_name), { tone: 'good' })
      void queries.invalidateQueries({ queryKey: UPLOADS_KEY })
    },
    // It may have come into use after the list was loaded. Not awaited, so that the reason is announced.
    onError: () => void queries.invalidateQueries({ queryKey: UPLOADS_KEY }),
  })
  const onSuccess = () => {
    onClose()
    // The card with the focus is removed, so the focus must be set.
    document.getElementById('content')?.focus()
  }
  const isRefused = remove.error instanceof ApiError && remove.error.code === 'IN_USE'
  const isUsed = isRefused || upload.used_by.length > 0
  return (
    <ConfirmDialog
      title={text.removeTitle(upload.file_name)}
      confirm={text.remove}
      danger
      busy={remove.isPending}
      error={isRefused ? undefined : remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      <p>{text.removeBody}</p>
      {isUsed && (
        <>
          <p role={isRefused ? 'alert' : undefined}>{text.inUse}</p>
          <UploadUses uses={upload.used_by} />
          <Checkbox label={text.force} checked={isForced} onChange={() => setForced(!isForced)} />
        </>
      )}
    </ConfirmDialog>
  )
}

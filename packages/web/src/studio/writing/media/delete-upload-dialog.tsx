import { ApiError, type ListedUpload } from '@galley/client'
import { useState } from 'react'
import { client } from '../../client.ts'
import { textOf } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { UploadUses } from './upload-uses.tsx'
import { UPLOADS } from './uploads-query.ts'

/** Deletes an image. One that is in use is deleted only if the author insists. */
export function DeleteUploadDialog({ upload, onClose }: { upload: ListedUpload; onClose: () => void }) {
  const text = textOf('media')
  const [isForced, setForced] = useState(false)
  const remove = useAction({
    call: () => client.uploads.delete(upload.id, isForced ? { force: true } : {}),
    changes: UPLOADS,
    done: text.removed(upload.file_name),
  })
  const onSuccess = () => {
    onClose()
    // The card with the focus is removed, so the focus must be set.
    document.getElementById('content')?.focus()
  }
  const isRejected = remove.error instanceof ApiError && remove.error.code === 'IN_USE'
  const isUsed = isRejected || upload.used_by.length > 0
  return (
    <ConfirmDialog
      title={text.removeTitle(upload.file_name)}
      confirm={text.remove}
      danger
      busy={remove.isPending}
      error={isRejected ? undefined : remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      <p>{text.removeBody}</p>
      {isUsed && (
        <>
          <p role={isRejected ? 'alert' : undefined}>{text.inUse}</p>
          <UploadUses uses={upload.used_by} />
          <Checkbox label={text.force} checked={isForced} onChange={() => setForced(!isForced)} />
        </>
      )}
    </ConfirmDialog>
  )
}

import { DeleteDialog } from './delete-dialog.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import type { WebhookDialogProps } from './webhook-dialog-props.ts'

const DIALOGS = { edit: EditDialog, rotate: RotateDialog, disable: DisableDialog, delete: DeleteDialog }

export type WebhookAction = keyof typeof DIALOGS

/** The dialog of the action chosen in the menu. */
export function WebhookDialogs({ action, ...rest }: WebhookDialogProps & { action: WebhookAction | undefined }) {
  if (action === undefined) return null
  const Chosen = DIALOGS[action]
  return <Chosen {...rest} />
}

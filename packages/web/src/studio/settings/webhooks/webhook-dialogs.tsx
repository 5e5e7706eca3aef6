import { DeleteDialog } from './delete-dialog.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import type { WebhookDialogProps } from './webhook-dialog-props.ts'

const DIALOGS = { edit: EditDialog, rotate: RotateDialog, disable: DisableDialog, delete: DeleteDialog }

export type WebhookDeed = keyof typeof DIALOGS

/** Whatever was chosen from the menu; nothing while nothing is. */
export function WebhookDialogs({ deed, ...rest }: WebhookDialogProps & { deed: WebhookDeed | undefined }) {
  if (deed === undefined) return null
  const Chosen = DIALOGS[deed]
  return <Chosen {...rest} />
}

import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { textOf } from '../../i18n/language.ts'
import { IconButton } from '../button.tsx'
import type { Tone } from '../display/badge.tsx'

interface ToastData {
  readonly tone: Tone
  readonly action: ToastAction | undefined
}

export interface ToastAction {
  readonly label: string
  readonly onSelect: () => void
}

const TOAST_MS = 6000
const TOAST_WITH_ACTION_MS = 12_000

/** Base UI makes toasts dialogs; a group is better, because most only have a close button. */
const GROUP_ROLE = { role: 'group', 'aria-modal': undefined }

const manager = Toast.createToastManager<ToastData>()

/** Shows a short message in a corner, with an undo button if possible. */
export function toast(message: string, { tone = 'neutral', action }: { tone?: Tone; action?: ToastAction } = {}): void {
  const timeout = action === undefined ? TOAST_MS : TOAST_WITH_ACTION_MS
  manager.add({ title: message, timeout, data: { tone, action } })
}

/** Copies a text, and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done, { tone: 'good' })
  } catch {
    // Browsers do not allow it on pages without TLS; the text can still be copied by hand.
    toast(text)
  }
}

/** A toast does not expire while it is hovered or focused. F6 moves the focus to it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {children}
      <ToastList />
    </Toast.Provider>
  )
}

function ToastList() {
  const text = textOf('ui')
  const { toasts, close } = Toast.useToastManager<ToastData>()
  return (
    <Toast.Viewport className="toasts" aria-label={text.notices}>
      {toasts.map(toast => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          {...GROUP_ROLE}
          className={`toast tone-${toast.data?.tone ?? 'neutral'}`}
        >
          <Toast.Title render={<p />} />
          {toast.data?.action && (
            <button
              type="button"
              className="link-button"
              onClick={() => {
                close(toast.id)
                toast.data?.action?.onSelect()
              }}
            >
              {toast.data.action.label}
            </button>
          )}
          <IconButton icon="close" label={text.dismiss} onClick={() => close(toast.id)} />
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}

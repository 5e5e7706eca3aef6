import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { useText } from '../i18n/language.ts'
import { uiText } from '../i18n/ui.ts'
import type { Tone } from './badge.tsx'
import { IconButton } from './icon-button.tsx'

interface Toast {
  readonly id: number
  readonly message: string
  readonly tone: Tone
  readonly action: ToastAction | undefined
}

interface ToastAction {
  readonly label: string
  readonly onSelect: () => void
}

type ShowToast = (message: string, options?: { tone?: Tone; action?: ToastAction }) => void

const SHOWN_MS = 6000
const WITH_ACTION_MS = 12_000
const ToastContext = createContext<ShowToast>(() => {})

/** Says in a corner that something was done, and offers to undo it where that can be. */
export const useToast = (): ShowToast => useContext(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const lastId = useRef(0)
  const drop = useCallback((id: number) => setToasts(shown => shown.filter(toast => toast.id !== id)), [])
  const show = useCallback<ShowToast>(
    (message, { tone = 'neutral', action } = {}) => {
      const id = ++lastId.current
      setToasts(shown => [...shown.slice(-2), { id, message, tone, action }])
      setTimeout(() => drop(id), action === undefined ? SHOWN_MS : WITH_ACTION_MS)
    },
    [drop],
  )
  return (
    <ToastContext value={show}>
      {children}
      <ToastList toasts={toasts} onDrop={drop} />
    </ToastContext>
  )
}

function ToastList({ toasts, onDrop }: { toasts: readonly Toast[]; onDrop: (id: number) => void }) {
  const text = useText(uiText)
  return (
    <div className="toasts" role="status" aria-live="polite" aria-label={text.notices}>
      {toasts.map(({ id, message, tone, action }) => (
        <div key={id} className={`toast tone-${tone}`}>
          <p>{message}</p>
          {action && (
            <button
              type="button"
              className="link-button"
              onClick={() => {
                onDrop(id)
                action.onSelect()
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton icon="close" label={text.dismiss} onClick={() => onDrop(id)} />
        </div>
      ))}
    </div>
  )
}

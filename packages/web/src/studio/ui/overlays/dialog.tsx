import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { textOf } from '../../i18n/language.ts'
import { Button, IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A question or a short form in the middle of the page; its buttons go into a <div className="modal-foot">. `wide` is for
 * code and long lines.
 */
export const Dialog = ({ wide = false, ...rest }: Props & { wide?: boolean }) => (
  <Modal className={wide ? 'dialog dialog-wide' : 'dialog'} {...rest} />
)

/** Shows something that cannot be shown again, with a button that says that it was stored. */
export function ShownOnceDialog({ done, children, ...rest }: Props & { wide?: boolean; done: string }) {
  return (
    <Dialog {...rest}>
      <div className="modal-body stack">{children}</div>
      <div className="modal-foot">
        <Button variant="primary" onClick={rest.onClose}>
          {done}
        </Button>
      </div>
    </Dialog>
  )
}

/** Details beside the page on a desktop, at the bottom on a phone. A click outside closes it. */
export const Sheet = (props: Props) => <Modal className="sheet" lightDismiss {...props} />

interface ModalProps extends Props {
  readonly className: string
  readonly lightDismiss?: boolean
}

/** A native modal <dialog>: the browser traps the focus and makes the rest inert. It is open while mounted. */
function Modal({ className, title, lightDismiss = false, onClose, children }: ModalProps) {
  const text = textOf('ui')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closed before React removes it, so that the browser returns the focus.
    return () => element?.close()
  }, [])

  // After repeated Escape the browser closes it without asking.
  function stayOpenUnlessClosed(): void {
    if (dialog.current?.open !== false) return
    onClose()
    requestAnimationFrame(() => {
      if (dialog.current?.open === false) dialog.current.showModal()
    })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; its key is Escape, which is onCancel
    <dialog
      ref={dialog}
      className={classNames('modal', className)}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClose={stayOpenUnlessClosed}
      onClick={event => lightDismiss && event.target === dialog.current && onClose()}
    >
      <div className="modal-inside">
        <h2 id={id}>{title}</h2>
        {children}
        {/* Last, so that the initial focus is in the dialog's content. */}
        <IconButton className="modal-close" icon="close" label={text.close} onClick={onClose} />
      </div>
    </dialog>
  )
}

import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'

interface Props {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  /** Wider, for code and long lines. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A question or a short form in the middle of the page; its buttons go into a <div className="modal-foot">. */
export function Dialog({ open, wide = false, ...rest }: Props) {
  return open && <Modal className={wide ? 'dialog dialog-wide' : 'dialog'} {...rest} />
}

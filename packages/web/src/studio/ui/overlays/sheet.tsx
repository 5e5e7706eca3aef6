import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'

interface Props {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Details beside the page on a desktop, at the bottom on a phone. */
export function Sheet({ open, ...rest }: Props) {
  return open && <Modal className="sheet" lightDismiss {...rest} />
}

import { useText } from '../../i18n/language.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { AboutFields } from './about-fields.tsx'
import { HistorySection } from './history-section.tsx'
import { PictureFields } from './picture-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { ReaderFields } from './reader-fields.tsx'
import { SearchFields } from './search-fields.tsx'
import { SetAsideCopies } from './set-aside-copies.tsx'

interface Props {
  readonly isWide: boolean
  readonly onClose: () => void
}

/** All fields of a post except title and text: beside them on a desktop, over them on a phone. */
export function DetailsPanel({ isWide, onClose }: Props) {
  const text = useText('editor')
  const ui = useText('ui')
  if (!isWide) {
    return (
      <Sheet title={text.details} onClose={onClose}>
        <div className="modal-body details-fields">
          <Fields />
        </div>
      </Sheet>
    )
  }
  return (
    <aside className="details-panel" aria-label={text.details}>
      <header className="details-head">
        <h2>{text.details}</h2>
        <IconButton icon="close" label={ui.close} onClick={onClose} />
      </header>
      <div className="details-fields">
        <Fields />
      </div>
    </aside>
  )
}

const Fields = () => (
  <>
    <AboutFields />
    <ReaderFields />
    <PriceFields />
    <PictureFields />
    <SearchFields />
    <HistorySection />
    <SetAsideCopies />
  </>
)

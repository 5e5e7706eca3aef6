import '../../../styles/studio/pages/media.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../i18n/language.ts'
import { PagedList } from '../../ui/display/paged-list.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { imageMarkdown } from './image-markdown.ts'
import { PAGE_SIZE, uploadsQuery } from './uploads-query.ts'

interface Props {
  readonly onChoose: (markdown: string) => void
  readonly onClose: () => void
}

/** Chooses one of the author's images for a text. */
export function MediaPicker({ onChoose, onClose }: Props) {
  const text = textOf('media')
  const [offset, setOffset] = useState(0)
  const uploads = useQuery(uploadsQuery(offset))
  return (
    <Dialog wide title={text.chooseTitle} onClose={onClose}>
      <div className="modal-body">
        <PagedList
          query={uploads}
          paging={{ offset, limit: PAGE_SIZE, onMove: setOffset }}
          empty={<p>{text.emptyTitle}</p>}
        >
          {({ uploads: shown }) => (
            <ul className="media-choices">
              {shown.map(({ id, url, file_name, width, height }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="media-choice"
                    aria-label={text.insert(file_name)}
                    title={file_name}
                    onClick={() => onChoose(imageMarkdown(file_name, url))}
                  >
                    <img src={url} alt="" width={width} height={height} loading="lazy" decoding="async" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Dialog>
  )
}

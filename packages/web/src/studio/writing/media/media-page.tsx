import '../../../styles/studio/pages/media.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../i18n/language.ts'
import { Page } from '../../shell/page.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PagedList } from '../../ui/display/paged-list.tsx'
import { usePaging } from '../../ui/display/pager.tsx'
import { AddImages } from './add-images.tsx'
import { DeleteUploadDialog } from './delete-upload-dialog.tsx'
import { UploadCard } from './upload-card.tsx'
import { PAGE_SIZE, uploadsQuery } from './uploads-query.ts'

/** All images that the author has uploaded, and where each is used. */
export function MediaPage() {
  const text = textOf('media')
  const paging = usePaging(PAGE_SIZE)
  const uploads = useQuery(uploadsQuery(paging.offset))
  const [deletedId, setDeletedId] = useState<string>()
  // From the list, so that the dialog shows where it is used now.
  const deleted = uploads.data?.uploads.find(({ id }) => id === deletedId)
  return (
    <Page title={text.title} actions={<AddImages />}>
      <p className="lead">{text.intro}</p>
      <PagedList
        query={uploads}
        paging={paging}
        empty={
          <EmptyState title={text.emptyTitle}>
            <p>{text.emptyBody}</p>
          </EmptyState>
        }
      >
        {({ uploads: shown }) => (
          <ul className="media-grid">
            {shown.map(upload => (
              <UploadCard key={upload.id} upload={upload} onDelete={() => setDeletedId(upload.id)} />
            ))}
          </ul>
        )}
      </PagedList>
      {deleted && <DeleteUploadDialog upload={deleted} onClose={() => setDeletedId(undefined)} />}
    </Page>
  )
}

import { SUBTITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { POST_TYPES } from '@galley/contract/writing/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadText } from '../../../download.ts'
import { removeDraft } from '../../../drafts/draft-store.ts'
import { STORED_DRAFTS, useStoredDrafts } from '../../../drafts/use-stored-drafts.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { CategoryField } from './category-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { PictureFields } from './picture-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { ReaderFields } from './reader-fields.tsx'
import { SearchFields } from './search-fields.tsx'
import { Section } from './section.tsx'
import { SeriesField } from './series-field.tsx'
import { TagsField } from './tags-field.tsx'
import { TextField } from './text-field.tsx'

interface Props {
  readonly isWide: boolean
  readonly onClose: () => void
}

/** All fields of a post except title and text: beside them on a desktop, over them on a phone. */
export function DetailsPanel({ isWide, onClose }: Props) {
  const text = textOf('editor')
  const ui = textOf('ui')
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
    <Backups />
  </>
)

function AboutFields() {
  const text = textOf('editor')
  const session = useSession()
  const { fields } = useSessionState()
  return (
    <Section title={text.sections.about}>
      <TextField name="subtitle" max={SUBTITLE_MAX_CHARACTERS} />
      <ChoiceField
        name="post_type"
        value={fields.post_type}
        choices={POST_TYPES.map(value => ({ value, label: text.types[value] }))}
        hint={text.typeHint[fields.post_type]}
        onChoose={post_type => session.edit({ post_type, ...(post_type !== 'series_entry' && { series_id: null }) })}
      />
      {fields.post_type === 'series_entry' && <SeriesField />}
      <CategoryField />
      <TagsField />
    </Section>
  )
}

function HistorySection() {
  const text = textOf('editor').history
  const { post } = useSessionState()
  const [isOpen, setOpen] = useState(false)
  if (!post) return null
  return (
    <Section title={text.title}>
      <p className="field-hint">{text.hint}</p>
      <Button onClick={() => setOpen(true)}>{text.open}</Button>
      {isOpen && <HistoryDialog postId={post.id} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Versions that were not chosen in conflicts, or were discarded. They are stored for 30 days. */
function Backups() {
  const text = textOf('editor')
  const queries = useQueryClient()
  const { post } = useSessionState()
  const backups = useStoredDrafts().filter(({ isBackup, postId }) => isBackup && postId === post?.id)
  if (backups.length === 0) return null
  const remove = async (key: string) => {
    await removeDraft(key)
    await queries.invalidateQueries(STORED_DRAFTS)
  }
  return (
    <Section title={text.sections.backups}>
      <p className="field-hint">{text.backupsBody}</p>
      <ul className="backups">
        {backups.map(({ key, draft, storedAt }) => (
          <li key={key}>
            <span>{formatDateTime(storedAt)}</span>
            <Button variant="quiet" onClick={() => downloadText(draft)}>
              {text.download}
            </Button>
            <Button variant="quiet" onClick={() => void remove(key)}>
              {text.deleteBackup}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

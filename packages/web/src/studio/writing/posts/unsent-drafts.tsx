import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { downloadText } from '../../download.ts'
import { putDraft } from '../../drafts/draft-store.ts'
import type { StoredDraft } from '../../drafts/stored-draft.ts'
import { STORED_DRAFTS, useStoredDrafts } from '../../drafts/use-stored-drafts.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { draftAddress } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'

/** Texts that are only on this device, because a tab was closed or failed before they were sent. */
export function UnsentDrafts() {
  const text = textOf('posts')
  const unsent = useStoredDrafts().filter(stored => !stored.isBackup)
  if (unsent.length === 0) return null
  return (
    <Banner tone="warn" title={text.unsentTitle(unsent.length)}>
      <ul className="unsent-texts">
        {unsent.map(stored => (
          <UnsentDraft key={stored.key} stored={stored} />
        ))}
      </ul>
    </Banner>
  )
}

function UnsentDraft({ stored }: { stored: StoredDraft }) {
  const text = textOf('posts')
  const queries = useQueryClient()
  const title = stored.draft.title || stored.draft.content.slice(0, 40) || text.untitled
  const discard = async () => {
    downloadText(stored.draft)
    // The browser does not say whether the file was stored, so the text stays for some time.
    await putDraft({ ...stored, isBackup: true, storedAt: Date.now() })
    await queries.invalidateQueries(STORED_DRAFTS)
  }
  return (
    <li>
      <Link to={stored.postId ? `/studio/posts/${stored.postId}` : draftAddress(stored.key)}>{title}</Link>
      <time>{formatDateTime(stored.storedAt)}</time>
      <Button variant="quiet" onClick={() => void discard()}>
        {text.discardToFile}
      </Button>
    </li>
  )
}

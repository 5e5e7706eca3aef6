import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Copy } from '../../copies/copy.ts'
import { putCopy } from '../../copies/copy-store.ts'
import { downloadText } from '../../copies/download-text.ts'
import { draftAddress } from '../../copies/draft-address.ts'
import { useCopies } from '../../copies/use-copies.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'

/** Texts that are only on this device, because a tab was closed or failed before they were sent. */
export function UnsavedCopies() {
  const text = textOf('posts')
  const unsaved = useCopies().filter(copy => !copy.setAside)
  if (unsaved.length === 0) return null
  return (
    <Banner tone="warn" title={text.unsentTitle(unsaved.length)}>
      <ul className="unsent-texts">
        {unsaved.map(copy => (
          <UnsavedCopy key={copy.key} copy={copy} />
        ))}
      </ul>
    </Banner>
  )
}

function UnsavedCopy({ copy }: { copy: Copy }) {
  const text = textOf('posts')
  const queries = useQueryClient()
  const title = copy.draft.title || copy.draft.content.slice(0, 40) || text.untitled
  const discard = async () => {
    downloadText(copy.draft)
    // The browser does not say whether the file was stored, so the text stays for some time.
    await putCopy({ ...copy, setAside: true, keptAt: Date.now() })
    await queries.invalidateQueries({ queryKey: ['copies'] })
  }
  return (
    <li>
      <Link to={copy.postId ? `/studio/posts/${copy.postId}` : draftAddress(copy.key)}>{title}</Link>
      <time>{formatDateTime(copy.keptAt)}</time>
      <Button variant="quiet" onClick={() => void discard()}>
        {text.discardToFile}
      </Button>
    </li>
  )
}

import { downloadText } from '../copies/download-text.ts'
import { useEveryCopy } from '../copies/use-copies.ts'
import { formatDateTime } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'

/** Offers the texts on this device as downloads. */
export function StoredTexts() {
  const text = useText('errors')
  return (
    <ul className="kept-texts">
      {useEveryCopy().map(copy => (
        <li key={copy.key}>
          {copy.draft.title || '–'} <time>{formatDateTime(copy.keptAt)}</time>
          <Button variant="quiet" onClick={() => downloadText(copy.draft)}>
            {text.downloadText}
          </Button>
        </li>
      ))}
    </ul>
  )
}

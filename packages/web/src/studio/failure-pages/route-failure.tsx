import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { reportUnavailable } from '../connection.ts'
import { downloadText } from '../download.ts'
import { useEveryStoredDraft } from '../drafts/use-stored-drafts.ts'
import { formatDateTime } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'

/** Shown when a page throws: offers the stored texts as downloads. */
export function RouteFailure() {
  const error = useRouteError()
  const text = textOf('errors')
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPage />
  if (isLoadFailure(error)) return <UnreachablePage />
  return (
    <div className="failure" role="alert">
      <h1>{text.boundaryTitle}</h1>
      <p>{text.boundaryBody}</p>
      <Button onClick={() => location.reload()}>{text.reload}</Button>
      <StoredTexts />
    </div>
  )
}

/** The code of a page could not be loaded because the server did not respond. No text is lost. */
function UnreachablePage() {
  const text = textOf('errors')
  useEffect(() => void reportUnavailable(), [])
  return (
    <div className="failure" role="alert">
      <h1>{text.title}</h1>
      <p>{text.noResponse}</p>
      <Button onClick={() => location.reload()}>{text.reload}</Button>
    </div>
  )
}

/** Browsers have no common error type for this, but all messages contain the word. */
const isLoadFailure = (error: unknown): boolean => error instanceof TypeError && /module/i.test(error.message)

export function MissingPage() {
  const text = textOf('errors')
  return (
    <div className="failure">
      <h1>{text.pageMissing}</h1>
      <p>
        <Link to="/studio">{text.toPosts}</Link>
      </p>
    </div>
  )
}

/** Offers the texts on this device as downloads. */
function StoredTexts() {
  const text = textOf('errors')
  return (
    <ul className="stored-texts">
      {useEveryStoredDraft().map(stored => (
        <li key={stored.key}>
          {stored.draft.title || '–'} <time>{formatDateTime(stored.storedAt)}</time>
          <Button variant="quiet" onClick={() => downloadText(stored.draft)}>
            {text.downloadText}
          </Button>
        </li>
      ))}
    </ul>
  )
}

import { SHORT_CONTENT_MAX_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { formatNumber } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { ErrorText } from '../../../ui/error-text.tsx'
import { useAfterTyping, useSession, useSessionState } from '../session/use-post-session.ts'
import { Count } from './count.tsx'
import { useFreePart } from './use-free-part.ts'

const WAIT_MS = 200

/** Below the text: its length, the length of its free part, and the server's validation error. */
export function TextFooter() {
  const text = textOf('editor')
  const session = useSession()
  const { fields, fieldErrors } = useSessionState()
  const [count, setCount] = useState(() => countCharacters(session.draft().content))
  useAfterTyping(
    () => WAIT_MS,
    () => {
      setCount(countCharacters(session.draft().content))
      return undefined
    },
  )

  return (
    <footer className="text-foot" data-field="content">
      <ErrorText>{fieldErrors.get('content')}</ErrorText>
      {fields.post_type === 'short' ? (
        <Count used={count} max={SHORT_CONTENT_MAX_CHARACTERS} />
      ) : (
        <span className="field-counter">{text.characters(formatNumber(count))}</span>
      )}
      {fields.is_paid && <FreeCount />}
    </footer>
  )
}

function FreeCount() {
  const text = textOf('editor')
  const session = useSession()
  const end = useFreePart(WAIT_MS)
  const free = end === -1 ? 0 : countCharacters(session.draft().content.slice(0, end).trimEnd())
  return <span className="field-counter">{text.freeCharacters(formatNumber(free))}</span>
}

const TWO_UNIT_CHARACTERS = /[\u{10000}-\u{10ffff}]/gu

/** Counts Unicode code points, like the API. A regular expression is faster than a loop, which would delay typing in a long text. */
const countCharacters = (text: string): number => text.length - (text.match(TWO_UNIT_CHARACTERS)?.length ?? 0)

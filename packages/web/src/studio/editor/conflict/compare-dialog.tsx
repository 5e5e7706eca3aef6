import { type ReactNode, useMemo } from 'react'
import { type Draft, type DraftField, draftOf } from '../../copies/draft.ts'
import { type Messages, useText } from '../../i18n/language.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { Conflict } from '../saving/saving-state.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { diffLines } from './diff-lines.ts'
import { foldSame } from './fold-same.ts'

interface Props {
  readonly conflict: Conflict
  readonly choices: ReactNode
  readonly onClose: () => void
}

/** Compares both versions field by field, and the text line by line. */
export function CompareDialog({ conflict, choices, onClose }: Props) {
  const text = useText('editor')
  const { copy } = useSessionState()
  const mine = useSession().draft()
  const theirs = draftOf(conflict.theirs.value)
  return (
    <Dialog open wide title={text.compareTitle} onClose={onClose}>
      <div className="modal-body compare">
        <p>{copy === 'failed' ? text.compareNotStored : text.compareBody}</p>
        {conflict.fields.map(field => (
          <section key={field}>
            <h3>{text.fields[field]}</h3>
            {field === 'content' ? (
              <TextDiff theirs={theirs.content} mine={mine.content} />
            ) : (
              <dl className="compare-field">
                <dt>{text.theirs}</dt>
                <dd className="is-theirs">{textFor(theirs, field, text)}</dd>
                <dt>{text.mine}</dt>
                <dd className="is-mine">{textFor(mine, field, text)}</dd>
              </dl>
            )}
          </section>
        ))}
      </div>
      <div className="modal-foot">{choices}</div>
    </Dialog>
  )
}

function textFor(draft: Draft, field: DraftField, text: Messages['editor']): string {
  const value = draft[field]
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || text.nothing
}

function TextDiff({ theirs, mine }: { theirs: string; mine: string }) {
  const text = useText('editor')
  const parts = useMemo(() => foldSame(diffLines(theirs, mine)), [theirs, mine])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="compare-text" tabIndex={0} aria-label={text.fields.content}>
      {parts.map(part =>
        'folded' in part ? (
          <p key={part.key} className="compare-same">
            {text.sameLines(part.folded)}
          </p>
        ) : part.side === 'both' ? (
          <p key={part.key}>{part.text || ' '}</p>
        ) : (
          <p key={part.key} className={`is-${part.side}`}>
            <span className="compare-side">{text[part.side]}</span>
            {part.text || ' '}
          </p>
        ),
      )}
    </section>
  )
}

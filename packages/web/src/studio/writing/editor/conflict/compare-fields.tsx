import { useMemo } from 'react'
import type { Draft, DraftField } from '../../../drafts/draft.ts'
import { type Messages, textOf } from '../../../i18n/language.ts'
import { diffLines, foldSame } from './diff-lines.ts'

interface Props {
  readonly fields: readonly DraftField[]
  readonly theirs: Draft
  readonly mine: Draft
  readonly labels: { readonly theirs: string; readonly mine: string }
}

/** Two versions field by field, and the text line by line. */
export function CompareFields({ fields, theirs, mine, labels }: Props) {
  const text = textOf('editor')
  return fields.map(field => (
    <section key={field}>
      <h3>{text.fields[field]}</h3>
      {field === 'content' ? (
        <TextDiff theirs={theirs.content} mine={mine.content} labels={labels} />
      ) : (
        <dl className="compare-field">
          <dt>{labels.theirs}</dt>
          <dd className="is-theirs">{textFor(theirs, field, text)}</dd>
          <dt>{labels.mine}</dt>
          <dd className="is-mine">{textFor(mine, field, text)}</dd>
        </dl>
      )}
    </section>
  ))
}

function textFor(draft: Draft, field: DraftField, text: Messages['editor']): string {
  const value = draft[field]
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || text.nothing
}

function TextDiff({ theirs, mine, labels }: { theirs: string; mine: string } & Pick<Props, 'labels'>) {
  const text = textOf('editor')
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
            <span className="compare-side">{labels[part.side]}</span>
            {part.text || ' '}
          </p>
        ),
      )}
    </section>
  )
}

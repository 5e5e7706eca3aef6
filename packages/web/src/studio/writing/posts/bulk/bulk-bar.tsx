import type { PostItem } from '@galley/client'
import { type Ref, useEffect, useRef } from 'react'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import type { Selection } from '../../../ui/use-selection.ts'
import { actionsFor, BULK_ACTIONS, type PostAction } from '../post-actions.ts'

interface Props {
  readonly ref: Ref<HTMLInputElement>
  readonly selection: Selection<PostItem>
  /** The number of posts on the page. */
  readonly count: number
  readonly onAction: (action: PostAction) => void
}

/** Above the list: selects all posts of the page, and offers actions for the selected ones. */
export function BulkBar({ ref, selection, count, onAction }: Props) {
  const text = textOf('posts')
  const posts = selection.rows
  const possible = BULK_ACTIONS.filter(action => posts.some(({ status }) => actionsFor[status].includes(action)))
  return (
    <fieldset className="bulk-bar" aria-label={text.bulk}>
      <SelectAll ref={ref} selected={posts.length} count={count} onToggle={selection.toggleAll} />
      <p role="status">{posts.length > 0 && text.selected(posts.length)}</p>
      {possible.map(action => (
        <Button key={action} variant={action === 'delete' ? 'danger' : 'plain'} onClick={() => onAction(action)}>
          {text.action[action]}
        </Button>
      ))}
      {posts.length > 0 && (
        <Button variant="quiet" onClick={selection.clear}>
          {text.selectNone}
        </Button>
      )}
    </fieldset>
  )
}

interface SelectAllProps {
  readonly ref: Ref<HTMLInputElement>
  readonly selected: number
  readonly count: number
  readonly onToggle: () => void
}

function SelectAll({ ref, selected, count, onToggle }: SelectAllProps) {
  const text = textOf('posts')
  const label = useRef<HTMLLabelElement>(null)
  const isPartial = selected > 0 && selected < count
  useEffect(() => {
    const box = label.current?.querySelector('input')
    if (box) box.indeterminate = isPartial
  }, [isPartial])
  return (
    <label ref={label} className="select-all">
      <input ref={ref} type="checkbox" checked={selected === count} onChange={onToggle} />
      {text.selectAll}
    </label>
  )
}

import type { SeriesEntry, SeriesWithPosts } from '@galley/client'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { textOf } from '../../i18n/language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { useAction } from '../../ui/use-action.ts'
import { SERIES } from './series-queries.ts'

/** The posts of a series. The order is sent when the author saves it: each change of a position causes an event. */
export function EntryOrder({ series }: { series: SeriesWithPosts }) {
  const text = textOf('series')
  const [order, setOrder] = useState<readonly SeriesEntry[]>()
  const entries = order === undefined ? series.posts : inOrder(series.posts, order)
  const [announcement, setAnnouncement] = useState('')
  const [draggedId, setDraggedId] = useState<string>()
  const list = useRef<HTMLOListElement>(null)
  const save = useAction({
    call: (posts: readonly SeriesEntry[]) => client.series.order(series.id, { post_ids: posts.map(({ id }) => id) }),
    changes: SERIES,
    done: text.orderSaved,
    toastsError: true,
    removesFocus: true,
  })
  const isChanged = entries.some(({ id }, i) => id !== series.posts[i]?.id)

  function move(entry: SeriesEntry, to: number): void {
    const next = moveItem(entries, entries.indexOf(entry), to)
    if (next === entries) return
    setOrder(next)
    setAnnouncement(text.movedTo(entry.title, next.indexOf(entry) + 1, next.length))
  }

  /** Moves the dragged entry to the row that is below the pointer. */
  function drag({ clientY }: PointerEvent): void {
    const entry = entries.find(({ id }) => id === draggedId)
    if (entry === undefined) return
    const rows = [...(list.current?.children ?? [])]
    const over = rows.findIndex(row => clientY < row.getBoundingClientRect().bottom)
    move(entry, over === -1 ? rows.length - 1 : over)
  }

  if (entries.length === 0) return <p className="series-nothing">{text.noPosts}</p>
  return (
    <section className="series-part" aria-labelledby="series-order">
      <h2 id="series-order">{text.order}</h2>
      <p className="field-hint" id="series-order-hint">
        {text.orderHint}
      </p>
      <ol
        className="series-entries"
        ref={list}
        onPointerMove={drag}
        onLostPointerCapture={() => setDraggedId(undefined)}
      >
        {entries.map((entry, i) => (
          <li key={entry.id} className={classNames('series-entry', draggedId === entry.id && 'is-dragged')}>
            <Handle
              label={text.moveWhich(entry.title)}
              onMove={step => move(entry, i + step)}
              onGrab={event => {
                // The list receives the movements: a row loses the pointer when it is moved in the document.
                list.current?.setPointerCapture(event.pointerId)
                setDraggedId(entry.id)
              }}
            />
            <span className="series-entry-place" aria-hidden="true">
              {i + 1}
            </span>
            <Link to={`/studio/posts/${entry.id}`}>{entry.title}</Link>
            <EntryState entry={entry} />
            <RemoveEntry entry={entry} />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {isChanged && (
        <div className="row">
          <Button
            variant="primary"
            busy={save.isPending}
            // What the author moves while the order is being saved stays.
            onClick={() =>
              save.mutate(entries, { onSuccess: () => setOrder(now => (now === order ? undefined : now)) })
            }
          >
            {text.saveOrder}
          </Button>
          <Button variant="quiet" onClick={() => setOrder(undefined)}>
            {text.undoOrder}
          </Button>
        </div>
      )}
    </section>
  )
}

interface HandleProps {
  readonly label: string
  readonly onMove: (step: number) => void
  readonly onGrab: (event: PointerEvent) => void
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Moves its row: by dragging it, or by the arrow keys. */
function Handle({ label, onMove, onGrab }: HandleProps) {
  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(step)
    // Moving the row in the document takes the focus away from it.
    const button = event.currentTarget as HTMLElement
    requestAnimationFrame(() => button.focus())
  }
  return (
    <IconButton
      className="series-handle"
      icon="drag"
      label={label}
      aria-describedby="series-order-hint"
      onKeyDown={press}
      onPointerDown={onGrab}
    />
  )
}

function EntryState({ entry: { status, visibility } }: { entry: SeriesEntry }) {
  const posts = textOf('editor')
  if (status !== 'published') return <Badge>{posts.status[status]}</Badge>
  return visibility === 'unlisted' ? <Badge>{posts.visibilities.unlisted}</Badge> : null
}

/** Takes a post out of the series. */
function RemoveEntry({ entry }: { entry: SeriesEntry }) {
  const text = textOf('series')
  const remove = useAction({
    call: () => client.posts.change(entry.id, { series_id: null }),
    changes: SERIES,
    done: text.left(entry.title),
    toastsError: true,
    removesFocus: true,
  })
  return (
    <IconButton
      className="series-entry-remove"
      icon="close"
      label={text.leaveWhich(entry.title)}
      onClick={() => remove.mutate()}
    />
  )
}

/** The list with one item at another index, which is limited to the list. */
function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.min(Math.max(to, 0), items.length - 1)
  const moved = items[from]
  if (moved === undefined || target === from) return items
  const others = items.filter((_, i) => i !== from)
  return [...others.slice(0, target), moved, ...others.slice(target)]
}

/** The items in this order; those that it does not contain come last. */
function inOrder<Item extends { readonly id: string }>(items: readonly Item[], order: readonly Item[]): Item[] {
  const placeOf = ({ id }: Item) => {
    const place = order.findIndex(item => item.id === id)
    return place === -1 ? order.length : place
  }
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

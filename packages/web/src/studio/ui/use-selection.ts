import { useRef, useState } from 'react'

interface Row {
  readonly id: string
}

export interface Selection<R extends Row> {
  /** The selected rows of the page, in the order of the list. */
  readonly rows: readonly R[]
  readonly has: (id: string) => boolean
  /** With `isRange`, all rows between the last one and this one. */
  readonly toggle: (id: string, isRange: boolean) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** The selected rows of a page. Rows that leave the page are deselected, and stay so when they come back. */
export function useSelection<R extends Row>(rows: readonly R[]): Selection<R> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const selected = rows.filter(({ id }) => ids.has(id))
  if (selected.length < ids.size) setIds(new Set(selected.map(({ id }) => id)))

  function toggle(id: string, isRange: boolean): void {
    const [from, to] = [rows.findIndex(row => row.id === last.current), rows.findIndex(row => row.id === id)]
    const range = isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [rows[to]!]
    last.current = id
    const isAdded = !ids.has(id)
    const next = new Set(ids)
    for (const row of range) {
      if (isAdded) next.add(row.id)
      else next.delete(row.id)
    }
    setIds(next)
  }

  return {
    rows: selected,
    has: id => ids.has(id),
    toggle,
    toggleAll: () => setIds(selected.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

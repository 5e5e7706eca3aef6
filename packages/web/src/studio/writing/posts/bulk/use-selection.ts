import type { PostItem } from '@galley/client'
import { useRef, useState } from 'react'

export interface Selection {
  /** The selected posts of the page, in the order of the list. */
  readonly posts: readonly PostItem[]
  readonly has: (id: string) => boolean
  /** With `isRange`, all posts between the last one and this one. */
  readonly toggle: (id: string, isRange: boolean) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** The selected posts of a page. Posts that leave the page are deselected, and stay so when they come back. */
export function useSelection(posts: readonly PostItem[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const selected = posts.filter(({ id }) => ids.has(id))
  if (selected.length < ids.size) setIds(new Set(selected.map(({ id }) => id)))

  function toggle(id: string, isRange: boolean): void {
    const [from, to] = [posts.findIndex(post => post.id === last.current), posts.findIndex(post => post.id === id)]
    const range = isRange && from >= 0 ? posts.slice(Math.min(from, to), Math.max(from, to) + 1) : [posts[to]!]
    last.current = id
    const isAdded = !ids.has(id)
    const next = new Set(ids)
    for (const post of range) {
      if (isAdded) next.add(post.id)
      else next.delete(post.id)
    }
    setIds(next)
  }

  return {
    posts: selected,
    has: id => ids.has(id),
    toggle,
    toggleAll: () => setIds(selected.length === posts.length ? new Set() : new Set(posts.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

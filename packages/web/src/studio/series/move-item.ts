/** The list with one item at another index, which is limited to the list. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.min(Math.max(to, 0), items.length - 1)
  const moved = items[from]
  if (moved === undefined || target === from) return items
  const others = items.filter((_, i) => i !== from)
  return [...others.slice(0, target), moved, ...others.slice(target)]
}

/** The items in this order; those that it does not contain come last. */
export function inOrder<Item extends { readonly id: string }>(items: readonly Item[], order: readonly Item[]): Item[] {
  const placeOf = ({ id }: Item) => {
    const place = order.findIndex(item => item.id === id)
    return place === -1 ? order.length : place
  }
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

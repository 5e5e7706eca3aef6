export type Report = (error: unknown) => void

/** Renders each item. One that fails is reported and left out, so that the rest of the page is still shown. */
export function eachItem<Item, Result>(
  report: Report,
  items: readonly Item[],
  render: (item: Item) => Result,
): Result[] {
  const results: Result[] = []
  for (const item of items) {
    try {
      results.push(render(item))
    } catch (error) {
      report(error)
    }
  }
  return results
}

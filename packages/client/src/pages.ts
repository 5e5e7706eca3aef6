import { PAGE_LIMIT_MAX } from './generated/values.ts'

/** A list in pages. Iterating gives page after page; `items()` gives their items one by one. */
export interface Pages<Page, Item> extends AsyncIterable<Page> {
  items(): AsyncIterable<Item>
}

interface Where {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

interface Walk<Query extends Where, Page extends { readonly total: number }, Item> {
  readonly query: Query
  readonly list: (query: Query) => Promise<Page>
  readonly itemsOf: (page: Page) => readonly Item[]
}

export function pagesOf<Query extends Where, Page extends { readonly total: number }, Item>(
  walk: Walk<Query, Page, Item>,
): Pages<Page, Item> {
  return {
    [Symbol.asyncIterator]: () => walkPages(walk),
    items: () => walkItems(walk),
  }
}

async function* walkPages<Query extends Where, Page extends { readonly total: number }, Item>({
  query,
  list,
  itemsOf,
}: Walk<Query, Page, Item>): AsyncGenerator<Page, void> {
  let offset = query.offset ?? 0
  for (;;) {
    // The largest pages need the fewest requests.
    const page = await list({ ...query, limit: query.limit ?? PAGE_LIMIT_MAX, offset })
    const { length } = itemsOf(page)
    if (length > 0) yield page
    offset += length
    if (length === 0 || offset >= page.total) return
  }
}

async function* walkItems<Query extends Where, Page extends { readonly total: number }, Item>(
  walk: Walk<Query, Page, Item>,
): AsyncGenerator<Item, void> {
  for await (const page of walkPages(walk)) yield* walk.itemsOf(page)
}

import { PAGE_LIMIT_MAX } from './generated/values.ts'

/** A list in pages. Iterating gives page after page; `items()` gives their items one by one. */
export interface Pages<Page, Item> extends AsyncIterable<Page> {
  items(): AsyncIterable<Item>
}

interface Where {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** A page is one list, and the number of items on all pages. */
interface Listed {
  readonly total: number
}
export type ItemOf<Page> = Extract<Page[keyof Page], readonly unknown[]>[number]

/** All pages of a list; `list` requests one of them. */
export function pagesOf<Page extends Listed>(
  query: Where | undefined,
  list: (query: Where) => Promise<Page>,
): Pages<Page, ItemOf<Page>> {
  return {
    [Symbol.asyncIterator]: () => walkPages(query, list),
    items: () => walkItems(query, list),
  }
}

async function* walkPages<Page extends Listed>(
  query: Where = {},
  list: (query: Where) => Promise<Page>,
): AsyncGenerator<Page, void> {
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

async function* walkItems<Page extends Listed>(
  query: Where | undefined,
  list: (query: Where) => Promise<Page>,
): AsyncGenerator<ItemOf<Page>, void> {
  for await (const page of walkPages(query, list)) yield* itemsOf(page)
}

const itemsOf = <Page extends Listed>(page: Page): readonly ItemOf<Page>[] =>
  Object.values(page).find(Array.isArray) ?? []

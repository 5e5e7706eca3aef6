import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, QueryOf } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type { Deleted, ListRedirectsQuery, Redirect, RedirectList, SaveRedirect } from '../../generated/models.ts'
import { type Pages, pagesOf } from '../../pages.ts'

/** Old paths that lead to your posts. */
export interface RedirectMethods {
  /** One page, by path. */
  list(query?: QueryOf<ListRedirectsQuery>, options?: CallOptions): ApiPromise<RedirectList>
  /** All of them, page by page. */
  pages(query?: QueryOf<ListRedirectsQuery>, options?: CallOptions): Pages<RedirectList, Redirect>
  /** Creates or changes the redirect of a path. It can be repeated safely. */
  save(body: SaveRedirect, options?: CallOptions): ApiPromise<Redirect>
  delete(id: string, options?: CallOptions): ApiPromise<Deleted>
}

export function redirectMethods({ call }: Caller): RedirectMethods {
  const list: RedirectMethods['list'] = (query = {}, options) => call('listRedirects', { query }, options)
  return {
    list,
    pages: (query = {}, options) =>
      pagesOf({ query, list: query => list(query, options), itemsOf: page => page.redirects }),
    save: (body, options) => call('saveRedirect', { body }, options),
    delete: (id, options) => call('deleteRedirect', { params: { id } }, options),
  }
}

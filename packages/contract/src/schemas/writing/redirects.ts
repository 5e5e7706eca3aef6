import { type Static, Type } from 'typebox'
import { REDIRECT_PATH_MAX_CHARACTERS, SEARCH_QUERY_MAX_CHARACTERS } from '../../values/limits.ts'
import { acceptingAndIgnoring, Count, closed, PostUrl, page, Timestamp, Uuid } from '../schema.ts'

const path = Type.String({
  minLength: 2,
  maxLength: REDIRECT_PATH_MAX_CHARACTERS,
  pattern: '^/[^?#]*$',
  description: 'A path of this site, such as `/2015/rain`. It is stored decoded and without a slash at the end.',
})

/** An old path that leads to a post. */
export const Redirect = Type.Object(
  { id: Uuid, path, post_id: Uuid, post_title: Type.String(), url: PostUrl, created_at: Timestamp },
  { title: 'Redirect' },
)
export type Redirect = Static<typeof Redirect>

export const RedirectList = Type.Object({ redirects: Type.Array(Redirect), total: Count }, { title: 'RedirectList' })
export type RedirectList = Static<typeof RedirectList>

export const SaveRedirect = acceptingAndIgnoring(
  closed('SaveRedirect', { path, post_id: Type.String({ ...Uuid, description: 'One of your posts.' }) }),
  Redirect,
)
export type SaveRedirect = Static<typeof SaveRedirect>

export const ListRedirectsQuery = Type.Object({
  post_id: Type.Optional(Uuid),
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_QUERY_MAX_CHARACTERS,
      description: 'Only redirects with this text in their path or in the title of their post, in any case of letters.',
    }),
  ),
  ...page,
})
export type ListRedirectsQuery = Static<typeof ListRedirectsQuery>

export const FindRedirectQuery = Type.Object({
  path: Type.Optional(Type.String({ description: 'The old path; without it the answer is 404.' })),
})
export type FindRedirectQuery = Static<typeof FindRedirectQuery>

export const FoundRedirect = Type.Object({ url: PostUrl }, { title: 'FoundRedirect' })
export type FoundRedirect = Static<typeof FoundRedirect>

import type { Author } from '@galley/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'

const POPULAR_POSTS = 50
const AUTHORS_MAX = 6

export interface SuggestedAuthor extends Author {
  /** The title of their most popular post. */
  readonly title: string
}

/** The authors of popular posts, except the user. */
export const suggestedAuthorsQuery = (username: string) =>
  queryOptions({
    queryKey: ['suggested-authors', username],
    queryFn: async ({ signal }): Promise<SuggestedAuthor[]> => {
      const { posts } = await client.public.posts({ sort: 'popular', limit: POPULAR_POSTS }, { signal })
      const byName = new Map<string, SuggestedAuthor>()
      for (const { author, title } of posts) {
        if (author.username !== username && !byName.has(author.username)) {
          byName.set(author.username, { ...author, title })
        }
      }
      return [...byName.values()].slice(0, AUTHORS_MAX)
    },
  })

/** Whether the user follows an author. */
export const readerUserQuery = (username: string) =>
  queryOptions({
    queryKey: ['reader-user', username],
    queryFn: ({ signal }) => client.reader.readUser(username, { signal }),
  })

import { hash } from 'node:crypto'

/** Accounts appear or disappear with all their posts and comments. */
export const EVERYTHING = 'everything'
/** Results of searches, which also change when posts are indexed. */
export const SEARCHES = 'searches'
/** The names of all accounts, among which is searched. */
export const NAMES = 'names'
export const RANKINGS = 'rankings'
/** Lists of all series. */
export const ALL_SERIES = 'series'

/** The list of all posts, in any order. */
export const ALL_POSTS = 'list:all'
export const listOfAuthor = (userId: string): string => `list:author:${userId}`
export const listOfCategory = (category: string): string => `list:category:${category}`
/** Tags and slugs may be long, and a message between nodes may not. */
export const listOfTag = (tag: string): string => `list:tag:${shortened(tag)}`
export const slugSubject = (slug: string): string => `slug:${shortened(slug)}`

export const postSubject = (id: string): string => `post:${id}`
export const commentsSubject = (postId: string): string => `comments:${postId}`
export const seriesSubject = (id: string): string => `series:${id}`
/** The name and picture of somebody, wherever they are shown. */
export const userSubject = (id: string): string => `user:${id}`
export const followersSubject = (userId: string): string => `followers:${userId}`

export interface PostPlaces {
  readonly id: string
  readonly author_id: string
  readonly slug: string
  readonly category: string | null
  readonly tags: readonly string[]
  readonly series_id: string | null
}

/** Everything that may show a post. After a change: of the post before and after it. */
export function subjectsOfPosts(...states: readonly PostPlaces[]): string[] {
  const subjects = states.flatMap(({ id, author_id, slug, category, tags, series_id }) => [
    postSubject(id),
    slugSubject(slug),
    ALL_POSTS,
    listOfAuthor(author_id),
    ...tags.map(listOfTag),
    ...(category === null ? [] : [listOfCategory(category)]),
    ...(series_id === null ? [] : [seriesSubject(series_id), ALL_SERIES]),
  ])
  return [...new Set(subjects)]
}

/** The posts of the series show it, too. */
export const subjectsOfSeries = ({ id, author_id }: { readonly id: string; readonly author_id: string }): string[] => [
  seriesSubject(id),
  ALL_SERIES,
  listOfAuthor(author_id),
]

const shortened = (text: string) => hash('sha1', text, 'base64url').slice(0, 12)

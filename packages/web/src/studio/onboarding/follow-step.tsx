import type { Author } from '@galley/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../client.ts'
import { textOf } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Avatar } from '../ui/display/avatar.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { useAction } from '../ui/use-action.ts'

export function FollowStep({ onDone }: { onDone: () => void }) {
  const text = textOf('onboarding')
  const authors = useQuery(suggestedAuthorsQuery(useMe().username))
  return (
    <>
      <Loaded query={authors} lines={6}>
        {found =>
          found.length === 0 ? (
            <p className="muted">{text.noAuthors}</p>
          ) : (
            <ul className="onboarding-authors">
              {found.map(author => (
                <AuthorRow key={author.username} author={author} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="onboarding-actions">
        <Button variant="primary" onClick={onDone}>
          {text.next}
        </Button>
      </div>
    </>
  )
}

function AuthorRow({ author: { username, display_name, avatar_url, title } }: { author: SuggestedAuthor }) {
  const text = textOf('onboarding')
  const queries = useQueryClient()
  const standing = readerUserQuery(username)
  const isFollowed = useQuery(standing).data?.following ?? false
  const change = useAction({
    call: (follow: boolean) => (follow ? client.reader.follow(username) : client.reader.unfollow(username)),
    onSuccess: ({ following }) => queries.setQueryData(standing.queryKey, { following, is_self: false }),
    toastsError: true,
  })
  const label = isFollowed ? text.following : text.follow
  return (
    <li>
      <Avatar name={display_name} url={avatar_url} />
      <p>
        <a href={`/@${username}`} target="_blank" rel="noreferrer">
          {display_name}
        </a>
        <span>{title}</span>
      </p>
      <Button
        aria-label={`${label}: ${display_name}`}
        icon={isFollowed ? 'check' : 'add'}
        busy={change.isPending}
        onClick={() => change.mutate(!isFollowed)}
      >
        {label}
      </Button>
    </li>
  )
}

const POPULAR_POSTS = 50
const AUTHORS_MAX = 6

interface SuggestedAuthor extends Author {
  /** The title of their most popular post. */
  readonly title: string
}

/** The authors of popular posts, except the user. */
const suggestedAuthorsQuery = (username: string) =>
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
const readerUserQuery = (username: string) =>
  queryOptions({
    queryKey: ['reader-user', username],
    queryFn: ({ signal }) => client.reader.readUser(username, { signal }),
  })

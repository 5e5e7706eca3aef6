import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../client.ts'
import { useText } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Avatar } from '../ui/display/avatar.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { useAction } from '../ui/use-action.ts'
import { readerUserQuery, type SuggestedAuthor, suggestedAuthorsQuery } from './suggested-authors-query.ts'

export function FollowStep({ onDone }: { onDone: () => void }) {
  const text = useText('onboarding')
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
  const text = useText('onboarding')
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

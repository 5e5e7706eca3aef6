import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { client } from '../../client.ts'
import { textOf } from '../../i18n/language.ts'
import { useFoundPosts } from '../../palette/use-found-posts.ts'
import { Field, TextInput } from '../../ui/forms/field.tsx'

const NEWEST = 8

interface Props {
  readonly chosen: string | undefined
  readonly error: string | undefined
  readonly onChoose: (id: string) => void
}

/** One of the author's posts: the newest ones, or those with the typed words. */
export function ChoosePost({ chosen, error, onChoose }: Props) {
  const text = textOf('redirects')
  const posts = textOf('posts')
  const name = useId()
  const [words, setWords] = useState('')
  const found = useFoundPosts(words)
  const newest = useQuery({
    queryKey: ['posts', 'newest', NEWEST],
    queryFn: ({ signal }) => client.posts.list({ limit: NEWEST }, { signal }),
  })
  const shown = words.trim() === '' ? (newest.data?.posts ?? []) : found
  return (
    <fieldset className="redirect-posts">
      <legend>{text.post}</legend>
      <Field label={text.findPost} error={error}>
        <TextInput
          type="search"
          value={words}
          autoComplete="off"
          onChange={({ target }) => setWords(target.value)}
          // Enter would save the dialog.
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <p className="visually-hidden" role="status">
        {words.trim() !== '' && text.found(shown.length)}
      </p>
      {shown.map(post => (
        <label key={post.id} className="redirect-post">
          <input type="radio" name={name} checked={chosen === post.id} onChange={() => onChoose(post.id)} />
          <span>{post.title}</span>
          <span className="muted">{posts.badge[post.status]}</span>
        </label>
      ))}
      {words.trim() !== '' && shown.length === 0 && <p className="muted">{text.noPost}</p>}
    </fieldset>
  )
}

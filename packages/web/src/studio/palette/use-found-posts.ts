import type { PostItem } from '@galley/client'
import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { HAS_WORDS } from '@galley/contract/reading/public'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'

const MAX_FOUND = 8
const TYPING_PAUSE_MS = 200

/** The author's posts that have these words in their text, as soon as the typing pauses. */
export function useFoundPosts(words: string): readonly PostItem[] {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(
      () => setAsked([...words.trim()].slice(0, SEARCH_QUERY_MAX_CHARACTERS).join('')),
      TYPING_PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [words])
  const found = useQuery({
    queryKey: ['posts', 'found', asked],
    queryFn: ({ signal }) => client.posts.list({ q: asked, limit: MAX_FOUND }, { signal }),
    enabled: HAS_WORDS.test(asked),
  })
  // A response to earlier words does not belong to these.
  return words.trim() === asked && found.data !== undefined ? found.data.posts : []
}

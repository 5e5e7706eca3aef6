import { type RefObject, useEffect, useRef } from 'react'
import { TextInput } from './field.tsx'

interface Props {
  /** The words in the address. */
  readonly words: string
  readonly maxLength: number
  /** Called at each letter, to put the words into the address. */
  readonly onSearch: (words: string) => void
}

/** A search field that searches while somebody types. */
export function SearchInput({ words, maxLength, onSearch }: Props) {
  const { noteOwnChange, ...field } = useSearchField(words)
  return (
    <TextInput
      {...field}
      type="search"
      maxLength={maxLength}
      onChange={({ target: { value } }) => {
        noteOwnChange(value)
        onSearch(value)
      }}
    />
  )
}

interface SearchField {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly defaultValue: string
  /** Call it with the words that are put into the address. */
  readonly noteOwnChange: (words: string) => void
}

/**
 * A search field whose words are also in the address. The router changes the address some time after a letter was typed, so
 * only words that do not come from this field are written into it: those of a link or of the back button.
 */
export function useSearchField(words: string): SearchField {
  const field = useRef<HTMLInputElement>(null)
  const ownChanges = useRef<string[]>([])
  useEffect(() => {
    const at = ownChanges.current.indexOf(words)
    ownChanges.current.splice(0, at + 1)
    if (at === -1 && field.current) field.current.value = words
  }, [words])
  return {
    ref: field,
    defaultValue: words,
    noteOwnChange: next => {
      if (next !== words) ownChanges.current.push(next)
    },
  }
}

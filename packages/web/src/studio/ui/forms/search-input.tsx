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
  const { willShow, ...field } = useWordsField(words)
  return (
    <TextInput
      {...field}
      type="search"
      maxLength={maxLength}
      onChange={({ target: { value } }) => {
        willShow(value)
        onSearch(value)
      }}
    />
  )
}

interface WordsField {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly defaultValue: string
  /** Call it with the words that are put into the address. */
  readonly willShow: (words: string) => void
}

/**
 * A search field whose words are also in the address. The router changes the address some time after a letter was typed, so
 * only words that do not come from this field are written into it: those of a link or of the back button.
 */
export function useWordsField(words: string): WordsField {
  const field = useRef<HTMLInputElement>(null)
  const ownWords = useRef<string[]>([])
  useEffect(() => {
    const at = ownWords.current.indexOf(words)
    ownWords.current.splice(0, at + 1)
    if (at === -1 && field.current) field.current.value = words
  }, [words])
  return {
    ref: field,
    defaultValue: words,
    willShow: next => {
      if (next !== words) ownWords.current.push(next)
    },
  }
}

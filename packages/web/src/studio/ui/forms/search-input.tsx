import { TextInput } from './text-input.tsx'
import { useWordsField } from './use-words-field.ts'

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

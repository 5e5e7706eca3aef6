import type { Ref } from 'react'

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

interface Props {
  readonly ref: Ref<HTMLInputElement>
  readonly label?: string
  readonly multiple?: boolean
  readonly onChoose: (files: readonly File[]) => void
}

/** Chooses images. It is hidden: a button calls `click` of it. */
export function ImageInput({ ref, label, multiple, onChoose }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={multiple}
      accept={IMAGE_TYPES.join(',')}
      aria-label={label}
      onChange={({ target }) => {
        onChoose([...(target.files ?? [])])
        // Cleared so that the same file can be chosen again.
        target.value = ''
      }}
    />
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { client } from '../client.ts'
import { describeError } from '../errors/describe-error.ts'
import { useText } from '../i18n/language.ts'
import { reportFailure } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { UPLOADS_KEY } from './uploads-query.ts'

/** Uploads the chosen files one after another, and reports each that fails. */
export function AddImages() {
  const text = useText('media')
  const toast = useToast()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      let added = 0
      for (const file of files) {
        try {
          await client.uploads.create(file)
          added++
        } catch (error) {
          reportFailure(error)
          toast(text.notAdded(file.name, describeError(error)), { tone: 'bad' })
        }
      }
      return added
    },
    onSuccess: async added => {
      if (added > 0) toast(text.added(added), { tone: 'good' })
      await queries.invalidateQueries({ queryKey: UPLOADS_KEY })
    },
  })
  return (
    <>
      <Button variant="primary" icon="add" busy={add.isPending} onClick={() => input.current?.click()}>
        {text.add}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/gif,image/webp"
        aria-label={text.add}
        onChange={event => {
          add.mutate([...(event.target.files ?? [])])
          // Cleared so that the same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}

import { useRef } from 'react'
import { client } from '../../client.ts'
import { describeError } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { reportFailure } from '../../query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ImageInput } from '../../ui/forms/image-input.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { UPLOADS } from './uploads-query.ts'

/** Uploads the chosen files one after another, and reports each that fails. */
export function AddImages() {
  const text = textOf('media')
  const input = useRef<HTMLInputElement>(null)
  const add = useAction({
    call: async (files: readonly File[]) => {
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
    changes: UPLOADS,
    done: added => added > 0 && text.added(added),
  })
  return (
    <>
      <Button variant="primary" icon="add" busy={add.isPending} onClick={() => input.current?.click()}>
        {text.add}
      </Button>
      <ImageInput ref={input} label={text.add} multiple onChoose={add.mutate} />
    </>
  )
}

import type { Me } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../client.ts'
import { describeError } from '../../errors/describe-error.ts'
import { useText } from '../../i18n/language.ts'
import { meQuery } from '../../session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { IMAGE_TYPES, pictureFault, readPreview } from './picture-file.ts'
import { UploadProgress } from './upload-progress.tsx'

/** The picture is saved as soon as it is chosen. */
export function AvatarField({ me }: { me: Me }) {
  const text = useText('settings')
  const toast = useToast()
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string>()
  const [share, setShare] = useState(0)
  const [fault, setFault] = useState<string>()

  const change = useMutation({
    mutationFn: async (file: File | undefined) => {
      const upload =
        file &&
        (await client.uploads.create(file, { onProgress: sent => setShare(sent.loadedBytes / sent.totalBytes) }))
      return client.me.change({ avatar_url: upload?.url ?? null })
    },
    onSuccess: (changed, file) => {
      queryClient.setQueryData(meQuery.queryKey, changed)
      toast(file ? text.pictureSaved : text.pictureRemoved, { tone: 'good' })
    },
    onSettled: () => setPreview(undefined),
  })

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    const found = pictureFault(file)
    setFault(found && text[found])
    if (found) return
    setShare(0)
    setPreview(await readPreview(file))
    change.mutate(file)
  }

  const error = fault ?? (change.isError ? describeError(change.error) : undefined)
  return (
    <fieldset className="avatar-field" aria-describedby="avatar-hint">
      <legend className="visually-hidden">{text.picture}</legend>
      <Avatar name={me.display_name} url={preview ?? me.avatar_url} label={text.pictureOf(me.display_name)} />
      <div className="stack">
        <div className="row">
          <input
            ref={input}
            type="file"
            accept={IMAGE_TYPES.join(',')}
            hidden
            aria-label={text.choosePicture}
            onChange={event => {
              void choose(event.target.files?.[0])
              // Cleared so that the same file can be chosen again after a failure.
              event.target.value = ''
            }}
          />
          <Button icon="image" busy={change.isPending} onClick={() => input.current?.click()}>
            {me.avatar_url ? text.changePicture : text.choosePicture}
          </Button>
          {me.avatar_url && !change.isPending && (
            <Button variant="quiet" onClick={() => change.mutate(undefined)}>
              {text.removePicture}
            </Button>
          )}
        </div>
        {preview && <UploadProgress share={share} />}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
        <p className="field-hint" id="avatar-hint">
          {text.pictureHint}
        </p>
      </div>
    </fieldset>
  )
}

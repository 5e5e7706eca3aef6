import type { Me } from '@galley/client'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../client.ts'
import { describeError } from '../../errors/describe-error.ts'
import { locale } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { meQuery } from '../../session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { IMAGE_TYPES, ImageInput } from '../../ui/forms/image-input.tsx'
import { useAction } from '../../ui/use-action.ts'

const percent = new Intl.NumberFormat(locale, { style: 'percent' })
/** The picture is saved as soon as it is chosen. */
export function AvatarField({ me }: { me: Me }) {
  const text = textOf('settings')
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string>()
  const [share, setShare] = useState(0)
  const [issue, setIssue] = useState<string>()

  const change = useAction({
    call: async (file: File | undefined) => {
      const upload =
        file &&
        (await client.uploads.create(file, { onProgress: sent => setShare(sent.loadedBytes / sent.totalBytes) }))
      return client.me.change({ avatar_url: upload?.url ?? null })
    },
    done: (_changed, file) => (file ? text.pictureSaved : text.pictureRemoved),
    onSuccess: changed => queries.setQueryData(meQuery.queryKey, changed),
  })

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    const found = issueOf(file)
    setIssue(found && text[found])
    if (found) return
    setShare(0)
    setPreview(await readPreview(file))
    change.mutate(file, { onSettled: () => setPreview(undefined) })
  }

  const error = issue ?? (change.isError ? describeError(change.error) : undefined)
  return (
    <fieldset className="avatar-field" aria-describedby="avatar-hint">
      <legend className="visually-hidden">{text.picture}</legend>
      <Avatar name={me.display_name} url={preview ?? me.avatar_url} label={text.pictureOf(me.display_name)} />
      <div className="stack">
        <div className="row">
          <ImageInput ref={input} label={text.choosePicture} onChoose={([file]) => void choose(file)} />
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
        <ErrorText>{error}</ErrorText>
        <p className="field-hint" id="avatar-hint">
          {text.pictureHint}
        </p>
      </div>
    </fieldset>
  )
}

/** `share` is between 0 and 1. */
function UploadProgress({ share }: { share: number }) {
  const label = textOf('settings').uploading(percent.format(share))
  return (
    <p className="upload-progress">
      <progress value={share} aria-label={label} />
      <span aria-hidden="true">{label}</span>
    </p>
  )
}

/** Checks that can be made before uploading; the server checks the content. */
function issueOf({ type, size }: File): 'pictureWrongType' | 'pictureTooLarge' | undefined {
  if (!IMAGE_TYPES.includes(type)) return 'pictureWrongType'
  return size > IMAGE_MAX_BYTES ? 'pictureTooLarge' : undefined
}

/** Reads the file as a data: URL, which needs no revoking. */
function readPreview(file: File): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

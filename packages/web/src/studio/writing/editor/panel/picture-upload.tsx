import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../../client.ts'
import { describeError } from '../../../errors/describe-error.ts'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { ImageInput } from '../../../ui/forms/image-input.tsx'

/** The key by which running uploads are found. */
export const PICTURE_UPLOAD = ['picture-upload']

interface Props {
  readonly label: string
  readonly hasPicture: boolean
  readonly onUploaded: (address: string) => void
}

/** Uploads a picture at once; its address is saved with the post's next save. */
export function PictureUpload({ label, hasPicture, onUploaded }: Props) {
  const text = textOf('editor')
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState(0)
  const upload = useMutation({
    mutationKey: PICTURE_UPLOAD,
    onMutate: () => setPercent(0),
    mutationFn: (file: File) =>
      client.uploads.create(file, {
        onProgress: ({ loadedBytes, totalBytes }) => setPercent(Math.floor((loadedBytes / totalBytes) * 100)),
      }),
    onSuccess: ({ url }) => onUploaded(url),
  })
  return (
    <>
      <Button icon="image" busy={upload.isPending} onClick={() => input.current?.click()}>
        {hasPicture ? text.otherPicture : text.upLoadPicture}
      </Button>
      {upload.isPending && <span className="field-counter">{percent} %</span>}
      <ImageInput ref={input} label={label} onChoose={([file]) => file && upload.mutate(file)} />
      <ErrorText>{upload.isError && describeError(upload.error)}</ErrorText>
    </>
  )
}

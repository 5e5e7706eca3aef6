import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../client.ts'
import { describeError } from '../../errors/describe-error.ts'
import { editorText } from '../../i18n/editor.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { Section } from './section.tsx'
import { TextField } from './text-field.tsx'

export function PictureFields() {
  const text = useText(editorText)
  return (
    <Section title={text.sections.pictures}>
      <ThumbnailField />
      <TextField name="cover_image_url" hint={text.coverHint} />
    </Section>
  )
}

/** Sent at once, set with the post's next save: like every other field, it waits on a published post. */
function ThumbnailField() {
  const text = useText(editorText)
  const session = useSession()
  const { fields, faults } = useSessionState()
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState(0)
  const upload = useMutation({
    mutationFn: (file: File) =>
      client.uploads.create(file, {
        onProgress: ({ loadedBytes, totalBytes }) => setPercent(Math.floor((loadedBytes / totalBytes) * 100)),
      }),
    onSuccess: ({ url }) => session.edit({ thumbnail_url: url }),
  })
  const fault = upload.isError ? describeError(upload.error) : faults.get('thumbnail_url')
  return (
    <div className="field" data-field="thumbnail_url">
      <div className="field-head">
        <span className="field-name">{text.fields.thumbnail_url}</span>
        {upload.isPending && <span className="field-counter">{percent} %</span>}
      </div>
      {fields.thumbnail_url && <img className="thumbnail" src={fields.thumbnail_url} alt={text.pictureAlt} />}
      <div className="thumbnail-deeds">
        <Button icon="image" busy={upload.isPending} onClick={() => input.current?.click()}>
          {fields.thumbnail_url ? text.otherPicture : text.upLoadPicture}
        </Button>
        {fields.thumbnail_url && (
          <Button variant="quiet" onClick={() => session.edit({ thumbnail_url: null })}>
            {text.removePicture}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/gif,image/webp"
        aria-label={text.fields.thumbnail_url}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) upload.mutate(file)
          event.target.value = ''
        }}
      />
      {fault !== undefined && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <p className="field-hint">{text.pictureHint}</p>
    </div>
  )
}

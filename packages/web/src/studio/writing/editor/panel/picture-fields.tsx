import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { PictureUpload } from './picture-upload.tsx'
import { Section } from './section.tsx'
import { TextField } from './text-field.tsx'
import { ThumbnailField } from './thumbnail-field.tsx'

export function PictureFields() {
  const text = textOf('editor')
  return (
    <Section title={text.sections.pictures}>
      <ThumbnailField />
      <CoverField />
    </Section>
  )
}

/** The cover: a URL, an uploaded picture, or the thumbnail. */
function CoverField() {
  const text = textOf('editor')
  const session = useSession()
  const { thumbnail_url, cover_image_url } = useSessionState().fields
  return (
    <>
      <TextField name="cover_image_url" hint={text.coverHint} />
      <div className="picture-actions">
        <PictureUpload
          label={text.coverFile}
          hasPicture={cover_image_url !== null}
          onUploaded={address => session.edit({ cover_image_url: address })}
        />
        {thumbnail_url !== null && thumbnail_url !== cover_image_url && (
          <Button variant="quiet" onClick={() => session.edit({ cover_image_url: thumbnail_url })}>
            {text.useThumbnail}
          </Button>
        )}
      </div>
    </>
  )
}

import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { isShowable } from '../is-showable.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { PictureUpload } from './picture-upload.tsx'

export function ThumbnailField() {
  const text = textOf('editor')
  const session = useSession()
  const { fields, fieldErrors } = useSessionState()
  const { thumbnail_url } = fields
  const error = fieldErrors.get('thumbnail_url')
  return (
    <div className="field" data-field="thumbnail_url">
      <div className="field-head">
        <span className="field-name">{text.fields.thumbnail_url}</span>
      </div>
      {thumbnail_url && isShowable(thumbnail_url) && (
        <img className="thumbnail" src={thumbnail_url} alt={text.pictureAlt} />
      )}
      <div className="picture-actions">
        <PictureUpload
          label={text.fields.thumbnail_url}
          hasPicture={thumbnail_url !== null}
          onUploaded={address => session.edit({ thumbnail_url: address })}
        />
        {thumbnail_url && (
          <Button variant="quiet" onClick={() => session.edit({ thumbnail_url: null })}>
            {text.removePicture}
          </Button>
        )}
      </div>
      <ErrorText>{error}</ErrorText>
      <p className="field-hint">{text.pictureHint}</p>
    </div>
  )
}

import { locale } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'

const percent = new Intl.NumberFormat(locale, { style: 'percent' })

/** `share` is between 0 and 1. */
export function UploadProgress({ share }: { share: number }) {
  const label = useText('settings').uploading(percent.format(share))
  return (
    <p className="upload-progress">
      <progress value={share} aria-label={label} />
      <span aria-hidden="true">{label}</span>
    </p>
  )
}

import type { ListedUpload } from '@galley/client'
import { formatBytes, formatDate, formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { copyText } from '../../ui/overlays/toast.tsx'
import { imageMarkdown } from './image-markdown.ts'
import { UploadUses } from './upload-uses.tsx'

interface Props {
  readonly upload: ListedUpload
  readonly onDelete: () => void
}

/** An image with its size, its date, where it is used, and its actions. */
export function UploadCard({ upload, onDelete }: Props) {
  const text = textOf('media')
  const { url, file_name, file_size, width, height, created_at, used_by } = upload
  return (
    <li className="media-card">
      <a className="media-picture" href={url} target="_blank" rel="noreferrer" aria-label={text.open(file_name)}>
        <img src={url} alt="" width={width} height={height} loading="lazy" decoding="async" />
      </a>
      <div className="media-text">
        <strong>{file_name}</strong>
        <span className="media-facts">
          {text.pixels(formatNumber(width), formatNumber(height))} · {formatBytes(file_size)}
        </span>
        <time className="media-facts" dateTime={created_at}>
          {formatDate(created_at)}
        </time>
        {used_by.length > 0 && <span className="media-facts">{text.usedIn}</span>}
        <UploadUses uses={used_by} />
      </div>
      <Menu
        label={text.actionsFor(file_name)}
        items={[
          { label: text.copyAddress, icon: 'copy', onSelect: () => void copyText(url, text.copied) },
          {
            label: text.copyMarkdown,
            icon: 'copy',
            onSelect: () => void copyText(imageMarkdown(file_name, url), text.copied),
          },
          { label: text.remove, icon: 'trash', danger: true, onSelect: onDelete },
        ]}
      />
    </li>
  )
}

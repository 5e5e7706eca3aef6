import type { UploadUse } from '@galley/client'
import { Link } from 'react-router'
import { textOf } from '../../i18n/language.ts'

const SHOWN_MAX = 3

/** Where an image is shown. */
export function UploadUses({ uses }: { uses: readonly UploadUse[] }) {
  const text = textOf('media')
  if (uses.length === 0) return <span className="media-facts">{text.unused}</span>
  return (
    <ul className="media-uses">
      {uses.slice(0, SHOWN_MAX).map(use => (
        <li key={`${use.type}-${use.id}`}>
          {use.type === 'post' ? <Link to={`/studio/posts/${use.id}`}>{use.title}</Link> : text.uses[use.type]}
        </li>
      ))}
      {uses.length > SHOWN_MAX && <li>{text.moreUses(uses.length - SHOWN_MAX)}</li>}
    </ul>
  )
}

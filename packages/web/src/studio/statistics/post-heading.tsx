import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../i18n/language.ts'
import { Icon } from '../ui/icons.tsx'
import { statisticsPath } from './statistics-path.ts'
import { type Period, titleQuery } from './statistics-queries.ts'

/** The post's title, and a link back to all posts. */
export function PostHeading({ id, days }: { id: string; days: Period }) {
  const text = useText('statistics')
  const { data: title, isError } = useQuery(titleQuery(id))
  return (
    <>
      <p className="back">
        <Link to={statisticsPath(days)}>
          <Icon name="left" />
          {text.allPosts}
        </Link>
      </p>
      <div className="section-head">
        <h2>{isError ? text.gone : (title ?? '…')}</h2>
        {title !== undefined && <Link to={`/studio/posts/${id}`}>{text.openPost}</Link>}
      </div>
    </>
  )
}

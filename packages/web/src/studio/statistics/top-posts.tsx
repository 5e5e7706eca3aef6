import type { Statistics } from '@galley/client'
import { Link } from 'react-router'
import { formatNumber } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { Table } from '../ui/display/table.tsx'
import { statisticsPath } from './statistics-path.ts'
import type { Period } from './statistics-queries.ts'

export function TopPosts({ posts, days }: { posts: Statistics['posts']; days: Period }) {
  const text = useText('statistics')
  const { views, likes, saves } = text.metrics
  return (
    <section className="section">
      <h2>{text.topPosts}</h2>
      <Table
        caption={text.topPosts}
        rows={posts}
        rowKey={post => post.id}
        columns={[
          {
            label: text.post,
            heading: true,
            cell: ({ id, title }) => (
              <Link to={statisticsPath(days, id)} aria-label={text.chartsOf(title)}>
                {title}
              </Link>
            ),
          },
          { label: views, numeric: true, cell: post => formatNumber(post.views) },
          { label: likes, numeric: true, cell: post => formatNumber(post.likes) },
          { label: saves, numeric: true, cell: post => formatNumber(post.saves) },
        ]}
      />
    </section>
  )
}

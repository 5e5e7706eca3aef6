import '../../styles/studio/pages/statistics.css'
import type { Statistics } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { timeZone, zoneName } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { NEW_POST } from '../navigation.ts'
import { Page } from '../shell/page.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { Charts } from './charts.tsx'
import { DayTable } from './day-table.tsx'
import { PeriodTabs } from './period-tabs.tsx'
import { PostHeading } from './post-heading.tsx'
import { PERIODS, statisticsQuery } from './statistics-queries.ts'
import { TopPosts } from './top-posts.tsx'

/** Statistics of all posts, or of the post in the address. The period is in the address as well. */
export function StatisticsPage() {
  const text = useText('statistics')
  const [params] = useSearchParams()
  const days = PERIODS.find(period => String(period) === params.get('days')) ?? 30
  const post = params.get('post') ?? undefined
  const query = useQuery(statisticsQuery(days, post))
  return (
    <Page title={text.title} actions={<PeriodTabs selected={days} post={post} />}>
      <p className="lead">{text.intro(timeZone, zoneName(Date.now()))}</p>
      {post !== undefined && <PostHeading id={post} days={days} />}
      <Loaded query={query} lines={8}>
        {statistics =>
          isEmpty(statistics) && post === undefined ? (
            <NoStatistics />
          ) : (
            <>
              <Charts statistics={statistics} />
              <DayTable days={statistics.days} />
              {statistics.posts.length > 0 && <TopPosts posts={statistics.posts} days={days} />}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const isEmpty = ({ totals }: Statistics): boolean => Object.values(totals).every(total => total === 0)

function NoStatistics() {
  const text = useText('statistics')
  return (
    <EmptyState
      title={text.emptyTitle}
      action={
        <Link className="button" to={NEW_POST}>
          {text.write}
        </Link>
      }
    >
      <p>{text.emptyBody}</p>
      <ul>
        {text.emptyHints.map(hint => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </EmptyState>
  )
}

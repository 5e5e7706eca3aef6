import '../../styles/studio/pages/statistics.css'
import type { Statistics } from '@galley/client'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { formatNumber, timeZone, zoneName } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { NEW_POST } from '../navigation.ts'
import { Page } from '../shell/page.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { Table } from '../ui/display/table.tsx'
import { Icon } from '../ui/icons.tsx'
import { DayChart, formatDay } from './day-chart.tsx'

function statisticsPath(days: Period, post?: string): string {
  const params = new URLSearchParams({ days: String(days), ...(post !== undefined && { post }) })
  return `/studio/statistics?${params}`
}

/** Statistics of all posts, or of the post in the address. The period is in the address as well. */
export function StatisticsPage() {
  const text = textOf('statistics')
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
  const text = textOf('statistics')
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

function PeriodTabs({ selected, post }: { selected: Period; post: string | undefined }) {
  const text = textOf('statistics')
  return (
    <nav className="tabs" aria-label={text.periods}>
      {PERIODS.map(days => (
        <Link
          key={days}
          className="tab"
          to={statisticsPath(days, post)}
          aria-current={days === selected ? 'page' : undefined}
          preventScrollReset
        >
          {text.lastDays(days)}
        </Link>
      ))}
    </nav>
  )
}

/** The post's title, and a link back to all posts. */
function PostHeading({ id, days }: { id: string; days: Period }) {
  const text = textOf('statistics')
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

const CHARTED = ['views', 'likes', 'saves'] as const

function Charts({ statistics: { days, totals } }: { statistics: Statistics }) {
  const text = textOf('statistics')
  return (
    <div className="charts">
      {CHARTED.map(metric => (
        <DayChart
          key={metric}
          label={text.metrics[metric]}
          total={totals[metric]}
          points={days.map(day => ({ date: day.date, value: day[metric] }))}
        />
      ))}
    </div>
  )
}

/** All values of the charts, and more, as a table; newest day first. */
function DayTable({ days }: { days: Statistics['days'] }) {
  const text = textOf('statistics')
  const metrics = Object.keys(text.metrics) as (keyof typeof text.metrics)[]
  return (
    <details className="more">
      <summary>{text.asTable}</summary>
      <table className="day-table">
        <caption className="visually-hidden">{text.asTable}</caption>
        <thead>
          <tr>
            <th scope="col">{text.day}</th>
            {metrics.map(metric => (
              <th key={metric} scope="col">
                {text.metrics[metric]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(day => (
            <tr key={day.date}>
              <th scope="row">{formatDay(day.date)}</th>
              {metrics.map(metric => (
                <td key={metric}>{formatNumber(day[metric])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{text.resonanceNote}</p>
    </details>
  )
}

function TopPosts({ posts, days }: { posts: Statistics['posts']; days: Period }) {
  const text = textOf('statistics')
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

const PERIODS = [7, 30, 40] as const
type Period = (typeof PERIODS)[number]

const statisticsQuery = (days: Period, postId: string | undefined) =>
  queryOptions({
    queryKey: ['statistics', days, postId ?? 'all'],
    queryFn: ({ signal }) => client.statistics.read({ days, post_id: postId, time_zone: timeZone }, { signal }),
    placeholderData: keepPreviousData,
  })

const titleQuery = (postId: string) =>
  queryOptions({
    queryKey: ['statistics', 'title', postId],
    queryFn: async ({ signal }) => (await client.posts.read(postId, { signal })).title,
  })

import '../../../styles/studio/pages/series.css'
import type { Series } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { textOf } from '../../i18n/language.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PagedList } from '../../ui/display/paged-list.tsx'
import { usePaging } from '../../ui/display/pager.tsx'
import { CreateSeriesDialog } from './series-form.tsx'
import { PAGE_SIZE, seriesListQuery } from './series-queries.ts'

export function SeriesListPage() {
  const text = textOf('series')
  const navigate = useNavigate()
  const paging = usePaging(PAGE_SIZE)
  const list = useQuery(seriesListQuery(paging.offset))
  const [isCreating, setCreating] = useState(false)
  const add = (
    <Button variant="primary" icon="add" onClick={() => setCreating(true)}>
      {text.create}
    </Button>
  )
  return (
    <Page title={text.title} actions={add}>
      <p className="lead">{text.intro}</p>
      <PagedList
        query={list}
        paging={paging}
        empty={
          <EmptyState title={text.emptyTitle}>
            <p>{text.emptyBody}</p>
          </EmptyState>
        }
      >
        {({ series }) => (
          <ul className="series-list">
            {series.map(each => (
              <SeriesRow key={each.id} series={each} />
            ))}
          </ul>
        )}
      </PagedList>
      {isCreating && (
        <CreateSeriesDialog
          onCreated={({ id }) => void navigate(`/studio/series/${id}`)}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  )
}

function SeriesRow({ series }: { series: Series }) {
  const text = textOf('series')
  return (
    <li className="series-row">
      <h2>
        <Link to={`/studio/series/${series.id}`}>{series.title}</Link>
      </h2>
      {series.description && <p className="series-row-text">{series.description}</p>}
      <p className="series-row-facts">
        <span>{text.posts(series.post_count)}</span>
        <span>{text.statuses[series.status]}</span>
      </p>
    </li>
  )
}

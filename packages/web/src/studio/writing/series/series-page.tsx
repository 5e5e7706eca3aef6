import '../../../styles/studio/pages/series.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useNavigate, useParams } from 'react-router'
import { client } from '../../client.ts'
import { textOf } from '../../i18n/language.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { Icon } from '../../ui/icons.tsx'
import { EntryOrder } from './entry-order.tsx'
import { SeriesForm } from './series-form.tsx'
import { SERIES, seriesQuery } from './series-queries.ts'

/** One series: its texts, and its posts in their order. */
export function SeriesPage() {
  const text = textOf('series')
  const { id = '' } = useParams()
  const series = useQuery(seriesQuery(id))
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isPublic = series.data?.posts.some(
    ({ status, visibility }) => status === 'published' && visibility === 'public',
  )
  const remove = (title: string) =>
    confirm({
      title: text.removeTitle(title),
      body: text.removeBody,
      confirm: text.remove,
      call: () => client.series.delete(id),
      changes: SERIES,
      done: text.removed(title),
      onSuccess: async () => {
        if (location.pathname === `/studio/series/${id}`) await navigate('/studio/series', { replace: true })
        queries.removeQueries({ queryKey: seriesQuery(id).queryKey })
      },
    })
  const actions = (
    <>
      {isPublic && (
        <a className="button button-quiet" href={series.data?.url}>
          <Icon name="external" />
          {text.view}
        </a>
      )}
      <Button variant="quiet" icon="trash" onClick={() => series.data && remove(series.data.title)}>
        {text.remove}
      </Button>
    </>
  )
  return (
    <Page title={series.data?.title ?? text.one} actions={series.data && actions}>
      <Loaded query={series} lines={8}>
        {found => (
          <Fragment key={found.id}>
            <EntryOrder series={found} />
            <SeriesForm series={found} />
          </Fragment>
        )}
      </Loaded>
    </Page>
  )
}

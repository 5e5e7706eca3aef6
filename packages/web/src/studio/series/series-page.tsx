import '../../styles/studio/pages/series.css'
import type { SeriesWithPosts } from '@galley/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { client } from '../client.ts'
import { useText } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { Icon } from '../ui/icons.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { EntryOrder } from './entry-order.tsx'
import { SeriesForm } from './series-form.tsx'
import { SERIES_KEY, seriesQuery } from './series-queries.ts'

/** One series: its texts, and its posts in their order. */
export function SeriesPage() {
  const text = useText('series')
  const { id = '' } = useParams()
  const series = useQuery(seriesQuery(id))
  const [isDeleting, setDeleting] = useState(false)
  const isPublic = series.data?.posts.some(
    ({ status, visibility }) => status === 'published' && visibility === 'public',
  )
  const actions = (
    <>
      {isPublic && (
        <a className="button button-quiet" href={series.data?.url}>
          <Icon name="external" />
          {text.view}
        </a>
      )}
      <Button variant="quiet" icon="trash" onClick={() => setDeleting(true)}>
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
            {isDeleting && <DeleteDialog series={found} onClose={() => setDeleting(false)} />}
          </Fragment>
        )}
      </Loaded>
    </Page>
  )
}

function DeleteDialog({ series, onClose }: { series: SeriesWithPosts; onClose: () => void }) {
  const text = useText('series')
  const toast = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.series.delete(series.id),
    onSuccess: async () => {
      if (location.pathname === `/studio/series/${series.id}`) await navigate('/studio/series', { replace: true })
      toast(text.removed(series.title), { tone: 'good' })
      queryClient.removeQueries({ queryKey: seriesQuery(series.id).queryKey })
      await queryClient.invalidateQueries({ queryKey: SERIES_KEY })
    },
  })
  return (
    <ConfirmDialog
      title={text.removeTitle(series.title)}
      confirm={text.remove}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{text.removeBody}</p>
    </ConfirmDialog>
  )
}

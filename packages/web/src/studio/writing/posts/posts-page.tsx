import '../../../styles/studio/pages/posts.css'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { textOf } from '../../i18n/language.ts'
import { IMPORT_MARKDOWN } from '../../navigation.ts'
import { FirstPostOptions } from '../../onboarding/first-post-options.tsx'
import { useOnboarding } from '../../onboarding/use-onboarding.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/display/loaded.tsx'
import { PagedList } from '../../ui/display/paged-list.tsx'
import { usePaging } from '../../ui/display/pager.tsx'
import { Icon } from '../../ui/icons.tsx'
import { dropFiles } from '../import/dropped-files.ts'
import { FilterBar, StatusTabs } from './list/filter-bar.tsx'
import { filterAddress, isFiltered, PAGE_SIZE, readFilters } from './list/post-filters.ts'
import { PostList } from './list/post-list.tsx'
import { postsQuery } from './list/post-queries.ts'
import { UnsentDrafts } from './unsent-drafts.tsx'

// Shown once to a new account, so it is loaded on demand.
const Onboarding = lazy(async () => ({ default: (await import('../../onboarding/onboarding.tsx')).Onboarding }))

/** All posts of the author, with filters and actions. */
export function PostsPage() {
  const text = textOf('posts')
  const images = textOf('media')
  const series = textOf('series')
  const sales = textOf('sales')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const filters = readFilters(search)
  const paging = usePaging(PAGE_SIZE)
  const posts = useQuery(postsQuery(filters))
  const isUnfiltered = !isFiltered(filters) && filters.status === undefined
  // Until the response arrives, the data is that of the filters before.
  const hasPosts = posts.data && !posts.isPlaceholderData && isUnfiltered ? posts.data.total > 0 : undefined
  const hasNoPosts = hasPosts === false
  const [onboarding, finishOnboarding] = useOnboarding(hasPosts)
  const showImport = (files: readonly File[] = []) => {
    dropFiles(files)
    void navigate(IMPORT_MARKDOWN)
  }
  const empty =
    onboarding === 'shown' ? (
      <Suspense fallback={<Skeleton lines={8} />}>
        <Onboarding onImport={showImport} onDone={finishOnboarding} />
      </Suspense>
    ) : (
      onboarding === 'done' && <EmptyPostList onImport={showImport} />
    )
  const actions = (
    <>
      <Link className="button button-quiet posts-to-media" to="/studio/series">
        <Icon name="series" />
        {series.title}
      </Link>
      <Link className="button button-quiet posts-to-media" to="/studio/media">
        <Icon name="image" />
        {images.title}
      </Link>
      <Link className="button button-quiet posts-to-media" to="/studio/sales">
        <Icon name="yen" />
        {sales.title}
      </Link>
      <Link className="button button-quiet" to="/studio/trash">
        <Icon name="trash" />
        {text.trash}
      </Link>
      <Button icon="add" onClick={() => showImport()}>
        {text.import}
      </Button>
    </>
  )
  return (
    <Page title={text.title} actions={actions}>
      <DropZone onFiles={showImport}>
        <UnsentDrafts />
        {!hasNoPosts && <StatusTabs filters={filters} />}
        {!hasNoPosts && <FilterBar filters={filters} />}
        <PagedList query={posts} paging={paging} empty={hasNoPosts ? empty : <NoMatches />}>
          {({ posts: shown }) => <PostList key={filterAddress(filters)} posts={shown} />}
        </PagedList>
      </DropZone>
    </Page>
  )
}

function NoMatches() {
  const text = textOf('posts')
  return (
    <p className="posts-nothing">
      {text.nothing} <Link to="/studio">{text.showAll}</Link>
    </p>
  )
}

/** Shown instead of an empty list: the ways to create a first post. */
function EmptyPostList({ onImport }: { onImport: () => void }) {
  const text = textOf('posts')
  return (
    <section className="beginning" aria-labelledby="beginning">
      <h2 id="beginning">{text.beginTitle}</h2>
      <FirstPostOptions onImport={onImport} />
    </section>
  )
}

interface Props {
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** Accepts files that are dropped anywhere inside it; the button beside the heading does the same by keyboard. */
function DropZone({ onFiles, children }: Props) {
  const text = textOf('posts')
  const [over, setOver] = useState(false)

  function drag(event: DragEvent, isOver: boolean): void {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(isOver)
  }

  function drop(event: DragEvent): void {
    drag(event, false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target for the mouse; there is a button for the keyboard
    <div
      className={over ? 'drop-zone is-over' : 'drop-zone'}
      data-label={text.dropHere}
      onDragOver={event => drag(event, true)}
      onDragLeave={event => drag(event, event.currentTarget.contains(event.relatedTarget as Node | null))}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

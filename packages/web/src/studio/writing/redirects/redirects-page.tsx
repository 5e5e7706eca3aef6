import '../../../styles/studio/pages/redirects.css'
import type { Redirect } from '@galley/client'
import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { client } from '../../client.ts'
import { textOf } from '../../i18n/language.ts'
import { IMPORT } from '../../navigation.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PagedList } from '../../ui/display/paged-list.tsx'
import { usePaging } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { PAGE_SIZE, REDIRECTS, redirectsQuery } from './redirects-query.ts'

/** Old paths that lead to the author's posts. */
export function RedirectsPage() {
  const text = textOf('redirects')
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const paging = usePaging(PAGE_SIZE)
  const list = useQuery(redirectsQuery(q, paging.offset))
  /** The redirect in the dialog, or none yet. */
  const [edited, setEdited] = useState<{ readonly redirect?: Redirect }>()
  const add = (
    <Button variant="primary" icon="add" onClick={() => setEdited({})}>
      {text.add}
    </Button>
  )
  return (
    <Page title={text.title} actions={add}>
      <p className="lead">{text.intro}</p>
      {/* Until the response arrives, the total is that of the words before. */}
      {(q !== '' || list.isPlaceholderData || (list.data?.total ?? 0) > 0) && (
        <Field label={text.search} className="redirect-search">
          <SearchInput
            words={q}
            maxLength={SEARCH_QUERY_MAX_CHARACTERS}
            onSearch={words => setSearch(words === '' ? {} : { q: words }, { replace: true })}
          />
        </Field>
      )}
      <PagedList query={list} paging={paging} empty={<Nothing isSearch={q !== ''} />}>
        {({ redirects }) => <RedirectTable redirects={redirects} onChange={redirect => setEdited({ redirect })} />}
      </PagedList>
      {edited && <RedirectDialog {...edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  const text = textOf('redirects')
  const posts = textOf('posts')
  if (isSearch) return <EmptyState title={text.nothingFound} />
  const importing = (
    <Link className="button" to={IMPORT}>
      {posts.importService}
    </Link>
  )
  return (
    <EmptyState title={text.emptyTitle} action={importing}>
      <p>{text.emptyBody}</p>
    </EmptyState>
  )
}

interface TableProps {
  readonly redirects: readonly Redirect[]
  readonly onChange: (redirect: Redirect) => void
}

function RedirectTable({ redirects, onChange }: TableProps) {
  const text = textOf('redirects')
  const remove = ({ id, path }: Redirect) =>
    confirm({
      title: text.removeTitle(path),
      body: text.removeBody,
      confirm: text.remove,
      call: () => client.redirects.delete(id),
      changes: REDIRECTS,
      done: text.removed(path),
    })
  return (
    <Table
      caption={text.title}
      rows={redirects}
      rowKey={({ id }) => id}
      columns={[
        { label: text.path, heading: true, cell: ({ path }) => <code className="redirect-path">{path}</code> },
        {
          label: text.post,
          cell: ({ post_id, post_title }) => <Link to={`/studio/posts/${post_id}`}>{post_title}</Link>,
        },
        {
          label: text.actions,
          actions: true,
          cell: redirect => (
            <span className="redirect-actions">
              <Button aria-label={text.changeWhich(redirect.path)} onClick={() => onChange(redirect)}>
                {text.change}
              </Button>
              <Button variant="danger" aria-label={text.removeWhich(redirect.path)} onClick={() => remove(redirect)}>
                {text.remove}
              </Button>
            </span>
          ),
        },
      ]}
    />
  )
}

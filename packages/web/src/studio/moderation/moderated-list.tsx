import type { BulkAction } from '@galley/contract/moderation'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { PagedList } from '../ui/display/paged-list.tsx'
import { type Column, Table } from '../ui/display/table.tsx'
import { Field, Select } from '../ui/forms/field.tsx'
import { SearchInput } from '../ui/forms/search-input.tsx'
import { useSelection } from '../ui/use-selection.ts'
import { ModerateDialog, type Moderation } from './moderate-dialog.tsx'
import { useListFilter } from './use-list-filter.ts'

interface Row {
  readonly id: string
}

interface Props<R extends Row> {
  readonly title: string
  readonly query: UseQueryResult<{ readonly rows: readonly R[]; readonly total: number }>
  readonly columns: readonly Column<R>[]
  readonly labelOf: (row: R) => string
  readonly isHidden: (row: R) => boolean
  /** What hides a row, and what brings it back. */
  readonly hide: BulkAction
  readonly restore: BulkAction
  /** The names of the states: hidden, not hidden. */
  readonly states: readonly [string, string]
}

/** A list with a search, a selection, and actions for one row or all selected ones. */
export function ModeratedList<R extends Row>(props: Props<R>) {
  const { title, query, columns, labelOf, isHidden, hide, restore, states } = props
  const text = textOf('admin')
  const { filter, paging, setFilter } = useListFilter()
  const [moderation, setModeration] = useState<Moderation>()
  const rows = query.data?.rows ?? []
  const selection = useSelection(rows)
  const selected = selection.rows

  const act: Column<R> = {
    label: text.columns.actions,
    actions: true,
    cell: row => {
      const action = isHidden(row) ? restore : hide
      return (
        <span className="admin-row-actions">
          <input
            type="checkbox"
            aria-label={text.select(labelOf(row))}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row.id, false)}
          />
          <Button onClick={() => setModeration({ action, ids: [row.id] })}>{text.actions[action]}</Button>
        </span>
      )
    },
  }
  const bulk = (action: BulkAction, those: readonly R[]) =>
    those.length > 0 && (
      <Button
        key={action}
        variant={action === hide ? 'danger' : 'plain'}
        onClick={() => setModeration({ action, ids: those.map(({ id }) => id) })}
      >
        {text.actions[action]} ({those.length})
      </Button>
    )
  return (
    <Page title={title}>
      <div className="admin-filter">
        <Field label={text.search}>
          <SearchInput words={filter.q} maxLength={200} onSearch={q => setFilter({ q })} />
        </Field>
        <Field label={text.show}>
          <Select
            value={filter.state}
            onChange={event => setFilter({ state: event.target.value })}
            options={[
              { value: '', label: text.all },
              { value: 'true', label: states[0] },
              { value: 'false', label: states[1] },
            ]}
          />
        </Field>
      </div>
      <PagedList query={query} paging={paging} empty={<EmptyState title={text.nothing} />}>
        {() => (
          <>
            <div className="admin-bulk">
              <p role="status">{selected.length > 0 && text.selected(selected.length)}</p>
              {bulk(
                hide,
                selected.filter(row => !isHidden(row)),
              )}
              {bulk(restore, selected.filter(isHidden))}
            </div>
            <Table caption={title} columns={[...columns, act]} rows={rows} rowKey={({ id }) => id} />
          </>
        )}
      </PagedList>
      {moderation && (
        <ModerateDialog
          {...moderation}
          onClose={() => {
            setModeration(undefined)
            selection.clear()
          }}
        />
      )}
    </Page>
  )
}

import type { BulkAction } from '@galley/contract/moderation'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { Pager } from '../ui/display/pager.tsx'
import { type Column, Table } from '../ui/display/table.tsx'
import { Field, Select } from '../ui/forms/field.tsx'
import { SearchInput } from '../ui/forms/search-input.tsx'
import { PAGE_SIZE } from './admin-queries.ts'
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
  const { filter, setFilter } = useListFilter()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [moderation, setModeration] = useState<Moderation>()
  const rows = query.data?.rows ?? []
  const chosen = rows.filter(({ id }) => selected.has(id))

  function toggle(id: string): void {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }

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
            checked={selected.has(row.id)}
            onChange={() => toggle(row.id)}
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
      <div className="admin-bulk">
        <p role="status">{chosen.length > 0 && text.selected(chosen.length)}</p>
        {bulk(
          hide,
          chosen.filter(row => !isHidden(row)),
        )}
        {bulk(restore, chosen.filter(isHidden))}
      </div>
      <Loaded query={query} lines={8}>
        {({ rows: shown, total }) => (
          <>
            {shown.length === 0 ? (
              <EmptyState title={text.nothing} />
            ) : (
              <Table caption={title} columns={[...columns, act]} rows={shown} rowKey={({ id }) => id} />
            )}
            <Pager offset={filter.offset} limit={PAGE_SIZE} total={total} onMove={offset => setFilter({ offset })} />
          </>
        )}
      </Loaded>
      {moderation && (
        <ModerateDialog
          {...moderation}
          onClose={() => {
            setModeration(undefined)
            setSelected(new Set())
          }}
        />
      )}
    </Page>
  )
}

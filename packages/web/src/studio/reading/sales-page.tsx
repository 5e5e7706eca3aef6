import '../../styles/studio/pages/sales.css'
import type { Sales, SalesRow } from '@galley/client'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { client, userHeader } from '../client.ts'
import { download } from '../download.ts'
import { formatDate, formatNumber, formatYen, timeZone, zoneName } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { payments } from '../payments.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { Table } from '../ui/display/table.tsx'
import { Field, Select, TextInput } from '../ui/forms/field.tsx'
import { useSearchField } from '../ui/forms/search-input.tsx'
import { toast } from '../ui/overlays/toast.tsx'

const GROUPINGS = ['day', 'month', 'post'] as const

/** An author's sales. Period and grouping are in the address. */
export function SalesPage() {
  const text = textOf('sales')
  const [params] = useSearchParams()
  const inAddress = { from: params.get('from') || undefined, to: params.get('to') || undefined }
  const by = GROUPINGS.find(name => name === params.get('by')) ?? 'day'
  const query = useQuery(salesQuery(inAddress))
  const period = { from: inAddress.from ?? query.data?.from, to: inAddress.to ?? query.data?.to }
  return (
    <Page title={text.title}>
      <p className="lead">{text.intro(timeZone, zoneName(Date.now()))}</p>
      {payments === 'off' && <p className="plan-note">{text.off}</p>}
      <Controls period={period} by={by} sales={query.data} />
      <Loaded query={query} lines={8}>
        {sales => (
          <>
            {sales.rows.length === 0 ? (
              <EmptyState title={text.emptyTitle}>
                <p>{text.emptyBody}</p>
              </EmptyState>
            ) : (
              <SalesTable sales={sales} by={by} />
            )}
            <p className="muted">{text.share(formatNumber(sales.author_share_percent))}</p>
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface ControlsProps {
  /** Unknown until the first response, unless it is in the address. */
  readonly period: Period
  readonly by: Grouping
  readonly sales: Sales | undefined
}

/** They stay when the server rejects a period, so that another one can be chosen. */
function Controls({ period, by, sales }: ControlsProps) {
  const text = textOf('sales')
  const [, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      { from: period.from ?? '', to: period.to ?? '', by, [name]: value },
      { replace: true, preventScrollReset: true },
    )
  const save = () => sales && void downloadCsv(sales).catch(() => toast(text.csvFailed, { tone: 'bad' }))
  return (
    <div className="sales-controls">
      {(['from', 'to'] as const).map(name => (
        <Field key={name} label={text[name]}>
          <DayInput day={period[name] ?? ''} onChange={day => set(name, day)} />
        </Field>
      ))}
      <Field label={text.by}>
        <Select
          value={by}
          options={GROUPINGS.map(value => ({ value, label: text.groups[value] }))}
          onChange={({ target }) => set('by', target.value)}
        />
      </Field>
      <Button disabled={!sales} onClick={save}>
        {text.csv}
      </Button>
    </div>
  )
}

/**
 * Each typed digit changes the day in the address, if the day is complete. The field keeps what is typed, and shows a day
 * of the address only if it comes from elsewhere, or when the field is left with an incomplete day.
 */
function DayInput({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const { noteOwnChange, ...field } = useSearchField(day)
  return (
    <TextInput
      {...field}
      type="date"
      max="9999-12-31"
      onChange={({ target: { value } }) => {
        if (!isComplete(value)) return
        noteOwnChange(value)
        onChange(value)
      }}
      onBlur={({ target }) => {
        if (!isComplete(target.value)) target.value = day
      }}
    />
  )
}

/** A year begins with zeros until its last digit is typed. */
const isComplete = (day: string): boolean => day >= '1000'

function SalesTable({ sales, by }: { sales: Sales; by: Grouping }) {
  const text = textOf('sales')
  const rows = [
    ...groupSales(sales, by, date => formatDate(`${date}T00:00`)),
    { key: 'total', label: text.total, ...sales.totals },
  ]
  return (
    <Table
      caption={text.title}
      rows={rows}
      rowKey={row => row.key}
      columns={[
        { label: text.groups[by], cell: row => row.label, heading: true },
        { label: text.sold, cell: row => formatNumber(row.sold), numeric: true },
        { label: text.refunded, cell: row => formatNumber(row.refunded), numeric: true },
        { label: text.amount, cell: row => formatYen(row.amount_jpy), numeric: true },
        { label: text.yours, cell: row => formatYen(row.author_jpy), numeric: true },
      ]}
    />
  )
}

type Grouping = 'day' | 'month' | 'post'

interface SalesGroup extends Omit<SalesRow, 'date' | 'post_id' | 'title'> {
  readonly key: string
  readonly label: string
}

const KEYS: Record<Grouping, (row: SalesRow) => string> = {
  day: ({ date }) => date,
  month: ({ date }) => date.slice(0, 7),
  post: ({ post_id }) => post_id,
}

/** The rows added up by day, month or post. Days and months stay in their order; posts with the highest sales come first. */
function groupSales({ rows }: Sales, by: Grouping, format: (date: string) => string): SalesGroup[] {
  const groups = [...Map.groupBy(rows, KEYS[by])].map(([key, group]) => {
    const [{ date, title }] = group as [SalesRow]
    const sum = (name: 'sold' | 'refunded' | 'amount_jpy' | 'author_jpy') =>
      group.reduce((total, row) => total + row[name], 0)
    return {
      key,
      label: { day: format(date), month: key, post: title }[by],
      sold: sum('sold'),
      refunded: sum('refunded'),
      amount_jpy: sum('amount_jpy'),
      author_jpy: sum('author_jpy'),
    }
  })
  return by === 'post' ? groups.sort((a, b) => b.amount_jpy - a.amount_jpy) : groups
}

interface Period {
  readonly from: string | undefined
  readonly to: string | undefined
}

const salesQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['sales', from ?? '', to ?? ''],
    queryFn: ({ signal }) => client.sales.read({ from, to, time_zone: timeZone }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The same as a file. The API returns it for another `Accept`, which a link cannot send. */
async function downloadCsv({ from, to }: { from: string; to: string }): Promise<void> {
  const query = new URLSearchParams({ from, to, time_zone: timeZone })
  const response = await fetch(`/api/v1/sales?${query}`, { headers: { ...userHeader, accept: 'text/csv' } })
  if (!response.ok) throw new Error(`the response was ${response.status}`)
  download(await response.blob(), `sales-${from}-${to}.csv`)
}

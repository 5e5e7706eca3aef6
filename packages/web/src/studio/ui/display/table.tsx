import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  readonly numeric?: boolean
  /** The cell names its row; of a card it is the heading. */
  readonly heading?: boolean
  /** A column of buttons: its label is for screen readers only. */
  readonly actions?: boolean
}

interface Props<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** A table; where there is no room for it, each row is a card whose cells show their column's name. */
export function Table<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    <div className="data-table-frame">
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.label} scope="col" className={kindOf(column)}>
                {column.actions ? <span className="visually-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)}>
              {columns.map(column => (
                <Cell key={column.label} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const attributes = { className: kindOf(column), 'data-label': column.label }
  const content = column.cell(row)
  return column.heading ? (
    <th scope="row" {...attributes}>
      {content}
    </th>
  ) : (
    <td {...attributes}>{content}</td>
  )
}

const kindOf = ({ numeric, heading, actions }: Column<never>): string | undefined =>
  classNames(numeric && 'is-numeric', heading && 'is-heading', actions && 'is-actions') || undefined

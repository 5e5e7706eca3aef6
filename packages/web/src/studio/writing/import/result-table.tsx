import type { PostResult } from '@galley/importers/apply/import-report'
import { describeProblem } from '@galley/importers/problems/describe-problem'
import { useState } from 'react'
import { Link } from 'react-router'
import { language, textOf } from '../../i18n/language.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Pager } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Checkbox } from '../../ui/forms/field.tsx'

export interface Listed {
  readonly results: readonly PostResult[]
  readonly isPreview?: boolean
}

const PAGE_SIZE = 50
const TONES: Readonly<Record<PostResult['result'], Tone>> = {
  created: 'good',
  updated: 'good',
  unchanged: 'neutral',
  kept: 'neutral',
  skipped: 'neutral',
  failed: 'bad',
}

/** One row per post, in pages: an export may have thousands of posts. */
export function ResultTable({ results, isPreview = false }: Listed) {
  const text = textOf('imports')
  const names = isPreview ? text.planned : text.results
  const [onlyProblems, setOnlyProblems] = useState(false)
  const [offset, setOffset] = useState(0)
  const withProblems = results.filter(({ problems }) => problems.length > 0)
  const shown = onlyProblems ? withProblems : results
  const filter = (isOn: boolean) => {
    setOnlyProblems(isOn)
    setOffset(0)
  }
  return (
    <>
      {withProblems.length > 0 && withProblems.length < results.length && (
        <Checkbox
          label={text.onlyProblems(withProblems.length)}
          checked={onlyProblems}
          onChange={({ target }) => filter(target.checked)}
        />
      )}
      <Table
        caption={text.report}
        rows={shown.slice(offset, offset + PAGE_SIZE).map((row, index) => ({ ...row, key: String(offset + index) }))}
        rowKey={row => row.key}
        columns={[
          { label: text.post, heading: true, cell: row => <PostName row={row} /> },
          { label: text.result, cell: ({ result }) => <Badge tone={TONES[result]}>{names[result]}</Badge> },
          { label: text.problems, cell: ({ problems }) => <Problems problems={problems} /> },
        ]}
      />
      <Pager offset={offset} limit={PAGE_SIZE} total={shown.length} onMove={setOffset} />
    </>
  )
}

const PostName = ({ row: { title, source, post_id } }: { row: PostResult }) =>
  post_id === null ? <span>{title || source}</span> : <Link to={`/studio/posts/${post_id}`}>{title || source}</Link>

function Problems({ problems }: Pick<PostResult, 'problems'>) {
  const text = textOf('imports')
  if (problems.length === 0) return <span className="muted">{text.noProblems}</span>
  return (
    <ul className="import-problems">
      {problems.map(problem => (
        <li key={JSON.stringify(problem)}>{describeProblem(problem, language)}</li>
      ))}
    </ul>
  )
}

import type { PostResult } from '@galley/importers/apply/import-report'
import { Link } from 'react-router'
import { useText } from '../i18n/language.ts'
import { REDIRECTS } from '../shell/navigation.ts'
import { Button } from '../ui/button.tsx'
import { Badge, type Tone } from '../ui/display/badge.tsx'
import { Banner } from '../ui/display/banner.tsx'
import { Table } from '../ui/display/table.tsx'
import { downloadReport } from './download-report.ts'
import { translateProblem } from './translate-problem.ts'

type Result = PostResult['result']

const TONES: Readonly<Record<Result, Tone>> = {
  created: 'good',
  updated: 'good',
  unchanged: 'neutral',
  kept: 'neutral',
  skipped: 'neutral',
  failed: 'bad',
}
const ORDER = Object.keys(TONES) as Result[]

interface Props {
  readonly results: readonly PostResult[]
  /** Why the import has stopped: empty if the author has stopped it. */
  readonly fault: string | undefined
  readonly onAgain: () => void
}

/** The report of an import. */
export function ImportResults({ results, fault, onAgain }: Props) {
  const text = useText('imports')
  const redirects = useText('redirects')
  return (
    <>
      {fault === undefined ? (
        <p className="lead" role="status">
          {text.finished}
        </p>
      ) : (
        <Banner tone="bad" title={text.stopped} urgent>
          <p>
            {fault} {text.continueLater}
          </p>
        </Banner>
      )}
      <ResultCounts results={results} />
      <div className="row import-actions">
        <Button variant="primary" onClick={onAgain}>
          {text.again}
        </Button>
        <Button onClick={() => downloadReport(results)}>{text.download}</Button>
        <Link className="button" to={REDIRECTS}>
          {redirects.title}
        </Link>
      </div>
      <ResultTable results={results} />
    </>
  )
}

interface Listed {
  readonly results: readonly PostResult[]
  readonly isPreview?: boolean
}

export function ResultCounts({ results, isPreview = false }: Listed) {
  const text = useText('imports')
  const names = isPreview ? text.planned : text.results
  const counts = ORDER.map(name => ({ name, count: results.filter(({ result }) => result === name).length }))
  return (
    <ul className="import-counts">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ name, count }) => (
          <li key={name}>
            <strong>{count}</strong> {names[name]}
          </li>
        ))}
    </ul>
  )
}

/** One row per post. */
export function ResultTable({ results, isPreview = false }: Listed) {
  const text = useText('imports')
  const names = isPreview ? text.planned : text.results
  return (
    <Table
      caption={text.report}
      rows={results.map((row, index) => ({ ...row, key: String(index) }))}
      rowKey={row => row.key}
      columns={[
        { label: text.post, heading: true, cell: row => <PostName row={row} /> },
        { label: text.result, cell: ({ result }) => <Badge tone={TONES[result]}>{names[result]}</Badge> },
        {
          label: text.problems,
          cell: ({ problems }) =>
            problems.length === 0 ? (
              <span className="muted">{text.noProblems}</span>
            ) : (
              <ul className="import-problems">
                {problems.map(problem => (
                  <li key={problem}>{translateProblem(problem, text.sentences)}</li>
                ))}
              </ul>
            ),
        },
      ]}
    />
  )
}

const PostName = ({ row: { title, source, post_id } }: { row: PostResult }) =>
  post_id === null ? <span>{title || source}</span> : <Link to={`/studio/posts/${post_id}`}>{title || source}</Link>

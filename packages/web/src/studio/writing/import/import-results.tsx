import { type PostResult, resultJson } from '@galley/importers/apply/import-report'
import { describeProblem } from '@galley/importers/problems/describe-problem'
import type { Problem } from '@galley/importers/problems/problem'
import { Link } from 'react-router'
import { download } from '../../download.ts'
import { language, textOf } from '../../i18n/language.ts'
import { REDIRECTS } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import { type Listed, ResultTable } from './result-table.tsx'

const ORDER: readonly PostResult['result'][] = ['created', 'updated', 'unchanged', 'kept', 'skipped', 'failed']

interface Props {
  readonly results: readonly PostResult[]
  readonly losses: readonly Problem[]
  /** Why the import has stopped: empty if the author has stopped it. */
  readonly error?: string | undefined
  readonly onAgain: () => void
}

export function ImportResults({ results, losses, error, onAgain }: Props) {
  const text = textOf('imports')
  const { between } = textOf('ui')
  const redirects = textOf('redirects')
  return (
    <>
      {error === undefined ? (
        <p className="lead" role="status">
          {text.finished}
        </p>
      ) : (
        <Banner tone="bad" title={text.stopped} urgent>
          <p>{[error, text.continueLater].join(between)}</p>
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
      <Losses losses={losses} />
      <ResultTable results={results} />
    </>
  )
}

/** What the archive has, and an import leaves out. */
export function Losses({ losses }: { losses: readonly Problem[] }) {
  const text = textOf('imports')
  if (losses.length === 0) return null
  return (
    <section className="section" aria-labelledby="import-losses">
      <h2 id="import-losses">{text.notImported}</h2>
      <ul className="import-problems">
        {losses.map(loss => (
          <li key={JSON.stringify(loss)}>{describeProblem(loss, language)}</li>
        ))}
      </ul>
    </section>
  )
}

export function ResultCounts({ results, isPreview = false }: Listed) {
  const text = textOf('imports')
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

/** Downloads the report as JSON, in the shape that `gly import --report` writes for posts. */
function downloadReport(posts: readonly PostResult[]): void {
  download(
    new Blob([JSON.stringify({ posts: posts.map(resultJson) }, null, 2)], { type: 'application/json' }),
    'import-report.json',
  )
}

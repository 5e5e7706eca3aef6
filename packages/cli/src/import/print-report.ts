import type { reportJson } from '@galley/importers/apply/import-report'
import { count } from '../folder/fault.ts'
import { type Output, visible } from '../terminal/output.ts'

/** Posts with problems, one after the other, and the counts. After a dry run it says that nothing was sent. */
export function printReport(output: Output, report: ReturnType<typeof reportJson>, isDryRun: boolean): void {
  for (const { source, title, result, problems } of report.posts) {
    if (problems.length === 0) continue
    const colour = result === 'failed' ? 'red' : result === 'created' || result === 'updated' ? 'yellow' : 'dim'
    output.print(
      `${output.paint(colour, result)} ${visible(title || source)}${title === '' ? '' : ` (${visible(source)})`}`,
    )
    for (const problem of problems) output.print(`  ${visible(problem)}`)
  }
  for (const loss of report.not_imported) output.print(visible(loss))
  const { unclear } = report
  if (unclear > 0) {
    output.print(
      `${count(unclear, 'post becomes a draft', 'posts become drafts')}: nothing says that ${unclear === 1 ? 'it was' : 'they were'} published. See docs/importing.md.`,
    )
  }
  const { created, updated, unchanged, kept, skipped, failed, images, redirects, series } = report
  const counts = [
    `${created} created`,
    ...(updated > 0 ? [`${updated} updated`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(kept > 0 ? [`${kept} imported before`] : []),
    ...(skipped > 0 ? [`${skipped} left out`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(series > 0 ? [`${series} series`] : []),
    ...(images > 0 ? [count(images, 'image')] : []),
    ...(redirects > 0 ? [`${count(redirects, 'old path leads', 'old paths lead')} to the posts`] : []),
  ]
  output.print(isDryRun ? `Nothing was sent. The result would be: ${counts.join(', ')}.` : `${counts.join(', ')}.`)
}

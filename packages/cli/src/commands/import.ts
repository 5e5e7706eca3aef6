import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { reportJson } from '@galley/importers/apply/import-report'
import { IMPORT_KINDS, isImportKind } from '@galley/importers/kinds'
import { usageError } from '../cli-error.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { count } from '../folder/file-error.ts'
import { readCategoryMap } from '../import/category-file.ts'
import { importArchive } from '../import/import-archive.ts'
import { normalUrl } from '../server/connection.ts'
import { type Output, visible } from '../terminal/output.ts'

export const importPosts = command({
  name: 'import',
  summary: 'import posts from another service',
  args: 'KIND FILE|FOLDER',
  completes: IMPORT_KINDS,
  minArgs: 2,
  maxArgs: 2,
  options: {
    'dry-run': { type: 'boolean', description: 'read everything, show the report, and send nothing' },
    drafts: { type: 'boolean', description: 'import all posts as drafts' },
    update: { type: 'boolean', description: 'replace posts that were imported before' },
    pages: { type: 'boolean', description: 'pages of WordPress and Ghost too' },
    canonical: { type: 'boolean', description: 'name the old address as the original for search engines' },
    categories: { type: 'string', value: 'FILE', description: 'which category becomes which, as YAML' },
    'write-categories': { type: 'string', value: 'FILE', description: 'write such a file to edit; sends nothing' },
    site: { type: 'string', value: 'URL', description: 'the old address, where the export does not contain it' },
    prefix: { type: 'string', value: 'TEXT', description: 'for several folders of one kind in one account' },
    report: { type: 'string', value: 'FILE', description: 'write the report as JSON' },
  },
  details: `KIND is one of: ${IMPORT_KINDS.join(', ')}.
Dates, slugs, tags, categories, canonical addresses, drafts and images are kept.
A post that was imported before is left alone, so that edits stay; --update replaces it.
A post that cannot be read does not stop the others. The exit code is 1 if there is one.`,
  examples: [
    'gly import wordpress old-blog.xml --dry-run',
    'gly import note note-export.zip --drafts',
    'gly import markdown ~/jekyll-blog --site https://old.example --report report.json',
  ],
  async run(invocation) {
    const { args, cwd, options, output } = invocation
    const [kind = '', path = ''] = args
    if (!isImportKind(kind)) {
      throw usageError(`"${kind}" cannot be imported.`, `Use one of: ${IMPORT_KINDS.join(', ')}.`)
    }
    const categoriesFile = options['write-categories']
    requireFile(resolve(cwd, path))
    // Found out before the import, so that its report is not lost.
    for (const file of [options.report, categoriesFile])
      if (file !== undefined) requireFile(dirname(resolve(cwd, file)))
    const isDryRun = options['dry-run'] === true || categoriesFile !== undefined
    const report = await importArchive(invocation, {
      kind,
      path: resolve(cwd, path),
      categories: await readCategoryMap(options.categories && resolve(cwd, options.categories)),
      writeCategories: categoriesFile && resolve(cwd, categoriesFile),
      isDryRun,
      asDrafts: options.drafts === true,
      update: options.update === true,
      withPages: options.pages === true,
      canonicalIsOld: options.canonical === true,
      siteUrl: options.site === undefined ? undefined : normalUrl(options.site),
      prefix: options.prefix ?? '',
    })
    const { reportJson } = await import('@galley/importers/apply/import-report')
    const result = reportJson(report)
    if (options.report !== undefined) {
      await writeFile(resolve(cwd, options.report), `${JSON.stringify(result, null, 2)}\n`)
    }
    output.printJson(result)
    if (categoriesFile !== undefined) output.print(`Wrote ${categoriesFile}. Edit it, then import with --categories.`)
    printReport(output, result, isDryRun)
    return result.failed > 0 ? EXIT.errors : EXIT.done
  },
})

function requireFile(path: string): void {
  if (!existsSync(path)) throw usageError(`There is no file or folder ${path}.`, 'Check the path.')
}

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

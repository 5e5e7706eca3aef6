import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ImportReport } from '@galley/importers/apply/import-report'
import type { CategoryMap } from '@galley/importers/fields/categories'
import type { ImportKind } from '@galley/importers/kinds'
import { CliError } from '../cli-error.ts'
import type { AnyInvocation } from '../command.ts'
import { connect } from '../server/connection.ts'
import { RateGate } from '../server/rate-gate.ts'
import { Progress } from '../terminal/progress.ts'
import { openDestination } from './api-destination.ts'
import { writeCategoryMap } from './category-file.ts'

export interface ImportRequest {
  readonly kind: ImportKind
  readonly path: string
  readonly categories: CategoryMap
  readonly writeCategories: string | undefined
  readonly isDryRun: boolean
  readonly asDrafts: boolean
  readonly update: boolean
  readonly withPages: boolean
  readonly canonicalIsOld: boolean
  readonly siteUrl: string | undefined
  readonly prefix: string
}

/** Reads an archive and sends its posts. The libraries are loaded here, because no other command needs them. */
export async function importArchive(invocation: AnyInvocation, request: ImportRequest): Promise<ImportReport> {
  const [{ openArchive }, { readSource }, { runImport }, { ArchiveError, FileError }, { describeProblem }] =
    await Promise.all([
      import('@galley/importers/archive/open-archive'),
      import('@galley/importers/read-source'),
      import('@galley/importers/apply/run-import'),
      import('@galley/importers/problems/problem'),
      import('@galley/importers/problems/describe-problem'),
    ])
  const { cwd, env, options, output, signal } = invocation
  const { kind, path, isDryRun } = request
  const onWait = (ms: number) => output.note(`The server limits requests. Waiting ${Math.ceil(ms / 1000)} s.`)
  const { client } = await connect({ cwd, env, options }, onWait)
  const destination = await openDestination(client, new RateGate(signal, onWait), signal)
  try {
    const archive = await openArchive(path)
    const folder = basename(path)
    const source = await readSource(kind, archive, { ...request, folder, isVault: isInVault(path), now: new Date() })
    const names: string[] = []
    const progress = new Progress(output, isDryRun ? 'Reading' : 'Importing', source.total)
    try {
      return await runImport(archive, { ...source, results: noting(source.results, names) }, destination, {
        ...request,
        dryRun: isDryRun,
        redirects: true,
        signal,
        onResult: () => progress.step(),
      })
    } finally {
      progress.end()
      if (request.writeCategories !== undefined) {
        await writeCategoryMap(request.writeCategories, names, request.categories)
      }
    }
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof FileError) {
      throw new CliError(describeProblem(error.problem, 'en'))
    }
    throw error
  }
}

/** A folder of a vault does not have the `.obsidian` of the vault. */
const isInVault = (path: string): boolean =>
  existsSync(join(path, '.obsidian')) || (dirname(path) !== path && isInVault(dirname(path)))

type Results = Awaited<ReturnType<typeof import('@galley/importers/read-source').readSource>>['results']

/** Passes posts on, and notes the names of their categories. */
async function* noting(results: Results, names: string[]): Results {
  for await (const result of results) {
    if ('post' in result) names.push(...result.post.sourceCategories)
    yield result
  }
}

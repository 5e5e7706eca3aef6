import { createClient } from '@galley/client'
import { apiDestination } from '@galley/importers/apply/api-destination'
import type { Destination } from '@galley/importers/apply/destination'
import type { ImportReport, PostResult } from '@galley/importers/apply/import-report'
import { runImport } from '@galley/importers/apply/run-import'
import { type CategoryMap, type CategoryTarget, categoryTarget } from '@galley/importers/fields/categories'
import { sha256Hex } from '@galley/importers/fields/external-id'
import type { ImportKind } from '@galley/importers/kinds'
import { describeProblem } from '@galley/importers/problems/describe-problem'
import { ArchiveError, FileError } from '@galley/importers/problems/problem'
import { DEFAULT_OPTIONS } from '@galley/importers/read-options'
import { readSource } from '@galley/importers/read-source'
import type { Source } from '@galley/importers/source'
import { userHeader } from '../../client.ts'
import { describeFieldError } from '../../errors/describe-error.ts'
import { language } from '../../i18n/language.ts'
import { openFiles } from './open-file.ts'

/** What the author has chosen on the page. */
export interface ImportChoice {
  readonly kind: ImportKind
  readonly files: readonly File[]
  /** Empty if the export has the address. */
  readonly siteUrl: string
  readonly asDrafts: boolean
  readonly update: boolean
  readonly withPages: boolean
  readonly canonicalIsOld: boolean
}

export interface ImportOptions {
  readonly dryRun: boolean
  readonly categories: CategoryMap
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number, result: PostResult) => void
}

export interface ImportOutcome {
  readonly report: ImportReport
  /** All categories of the export, with what they become. */
  readonly categories: readonly (readonly [string, CategoryTarget])[]
}

/** Reads an export in the browser, and sends its posts unless it is a dry run. Loaded on demand: the readers are large. */
export async function importExport(choice: ImportChoice, options: ImportOptions): Promise<ImportOutcome> {
  const { categories, signal, onProgress } = options
  const destination = await openDestination(signal)
  const archive = await openFiles(choice.files)
  const siteUrl = choice.siteUrl.trim() || undefined
  const source = await readSource(choice.kind, archive, {
    ...DEFAULT_OPTIONS,
    ...choice,
    siteUrl,
    categories,
    now: new Date(),
  })
  const names = new Set<string>()
  let done = 0
  const report = await runImport(archive, noting(source, names), destination, {
    ...choice,
    dryRun: options.dryRun,
    redirects: true,
    signal,
    onResult: result => onProgress(++done, source.total, result),
  })
  return { report, categories: [...names].sort().map(name => [name, categoryTarget(name, categories)]) }
}

/** The sentence for an export that cannot be read as a whole; undefined for any other error. */
export const archiveError = (error: unknown): string | undefined =>
  error instanceof ArchiveError || error instanceof FileError ? describeProblem(error.problem, language) : undefined

function noting(source: Source, names: Set<string>): Source {
  return {
    ...source,
    results: (async function* () {
      for await (const result of source.results) {
        if ('post' in result) for (const name of result.post.sourceCategories) names.add(name)
        yield result
      }
    })(),
  }
}

async function openDestination(signal: AbortSignal): Promise<Destination> {
  const posts = await all(importClient.posts.pages({ limit: 100 }, { signal }).items())
  const deleted = await all(importClient.trash.pages({ limit: 100 }, { signal }).items())
  return apiDestination({
    posts,
    deleted,
    importPost: body => importClient.posts.import(body, { signal }),
    listSeries: () => importClient.series.pages({ limit: 100 }, { signal }).items(),
    createSeries: body => importClient.series.create(body, { signal }),
    saveRedirect: (path, post_id) => importClient.redirects.save({ path, post_id }, { signal }),
    findRedirects: async q => (await importClient.redirects.list({ q, limit: 100 }, { signal })).redirects,
    upload: async (bytes, fileName) => {
      // An import that was interrupted may have sent it.
      const { uploads } = await importClient.uploads.list({ sha256: sha256Hex(bytes), limit: 1 }, { signal })
      const file = new Blob([new Uint8Array(bytes)])
      return (uploads[0] ?? (await importClient.uploads.create(file, { fileName, signal }))).url
    },
    // The server fetches it: other sites do not let a browser read their images.
    uploadFrom: async (url, fileName) =>
      (await importClient.uploads.fetch({ url, file_name: fileName }, { signal })).url,
    describeFieldError,
  })
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Waits for rate limits, since an import has more requests than they allow in a minute, and for images of slow sites. */
const importClient = createClient({
  baseUrl: location.origin,
  headers: userHeader,
  maxRetryAfterMs: 120_000,
  retries: 5,
  timeoutMs: 120_000,
})

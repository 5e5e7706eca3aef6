import type { Archive } from '../archive/archive.ts'
import type { ImportedPost, ImportedSeries, ReadResult } from '../imported-post.ts'
import { FileError, type Problem, RejectedError, Report } from '../problems/problem.ts'
import type { Source } from '../source.ts'
import type { Destination } from './destination.ts'
import { type BodyOptions, importBody } from './import-body.ts'
import { countResults, type ImportReport, type PostResult } from './import-report.ts'
import { ImageStore, withStoredImages } from './store-images.ts'

export interface RunOptions extends BodyOptions {
  /** Replaces posts that were imported before. By default they are left alone, since they may have been edited. */
  readonly update: boolean
  /** Old paths lead to the new posts. */
  readonly redirects: boolean
  /** Reads everything and saves nothing. */
  readonly dryRun: boolean
  readonly onResult?: (result: PostResult) => void | Promise<void>
  readonly signal?: AbortSignal
}

/** Imports all posts of an archive, one after the other. One that fails does not stop the others. */
export async function runImport(
  archive: Archive,
  source: Source,
  destination: Destination,
  options: RunOptions,
): Promise<ImportReport> {
  const images = new ImageStore(archive, destination)
  const run = new ImportRun(images, destination, options)
  const posts: PostResult[] = []
  for (const each of source.series ?? []) await run.importSeries(each)
  for await (const read of source.results) {
    options.signal?.throwIfAborted()
    const result = await run.importOne(read)
    posts.push(result)
    await options.onResult?.(result)
  }
  await run.completeLast()
  return {
    ...countResults(posts),
    images: images.count,
    redirects: run.redirects,
    series: run.series.size,
    not_imported: [...(source.losses ?? []), ...run.losses],
    posts,
  }
}

class ImportRun {
  readonly #images: ImageStore
  readonly #destination: Destination
  readonly #options: RunOptions
  readonly #seen = new Map<string, string>()
  /** The latest post that was imported before. */
  #lastUnchanged: ImportedPost | undefined
  redirects = 0
  /** The ids of series by their slugs. */
  readonly series = new Map<string, string>()
  readonly losses: Problem[] = []

  constructor(images: ImageStore, destination: Destination, options: RunOptions) {
    this.#images = images
    this.#destination = destination
    this.#options = options
  }

  async importSeries({ slug, title, description, status, coverImage }: ImportedSeries): Promise<void> {
    const report = (reason: Problem) => void this.losses.push({ code: 'of_series', values: { series: title, reason } })
    if (this.#options.dryRun) return
    try {
      const cover_image_url = (await this.#images.addressOf(coverImage, report)) ?? null
      const body = { slug, title, description: description ?? null, status, cover_image_url }
      this.series.set(slug, await this.#destination.saveSeries(body))
    } catch (error) {
      report(problemOf(error))
    }
  }

  async importOne(read: ReadResult): Promise<PostResult> {
    if ('skipped' in read) {
      const { source, title, reason, problem } = read.skipped
      const result = reason === 'broken' ? 'failed' : 'skipped'
      return { source, title, external_id: null, post_id: null, result, url: null, problems: [problem] }
    }
    const { post } = read
    const about = { source: post.source, title: post.title, external_id: post.externalId, post_id: null, url: null }
    const first = this.#seen.get(post.externalId)
    if (first !== undefined) {
      return { ...about, result: 'skipped', problems: [{ code: 'same_post', values: { source: first } }] }
    }
    this.#seen.set(post.externalId, post.source)
    try {
      return { ...about, ...(await this.#save(post)) }
    } catch (error) {
      return { ...about, result: 'failed', problems: [problemOf(error), ...post.problems] }
    }
  }

  async #save(post: ImportedPost): Promise<Pick<PostResult, 'result' | 'problems' | 'url' | 'post_id'>> {
    const { update, dryRun, redirects } = this.#options
    const state = await this.#destination.stateOf(post.externalId)
    if (state === 'new') await this.completeLast()
    if (state !== 'new' && !update) {
      this.#lastUnchanged = post
      return {
        result: 'kept',
        post_id: null,
        url: null,
        problems: state === 'deleted' ? [{ code: 'deleted_since' }] : [],
      }
    }
    const found = new Report(post.problems)
    if (dryRun) {
      const result = state === 'new' ? 'created' : 'updated'
      return { result, post_id: null, url: null, problems: found.problems }
    }
    const report = found.add
    const content = await withStoredImages(post.content, this.#images, report)
    const { galley } = post
    const coverUrl = await this.#images.addressOf(galley === undefined ? post.coverImage : galley.cover, report)
    const thumbnailUrl = galley === undefined ? coverUrl : await this.#images.addressOf(galley.thumbnail, report)
    const seriesId = galley?.series === undefined ? undefined : this.series.get(galley.series)
    const parts = { content, coverUrl, thumbnailUrl, seriesId }
    const saved = await this.#destination.savePost(importBody(post, parts, this.#options))
    if (post.slug !== undefined && saved.result === 'created' && saved.slug !== post.slug) {
      report({ code: 'slug_taken', values: { slug: post.slug, given: saved.slug } })
    }
    const limit = saved.exceeded_limit
    if (limit !== null) report({ code: 'rendering_limited', values: { limit } })
    if (redirects) await this.#redirect(post, saved.id, report)
    return { result: saved.result, post_id: saved.id, url: saved.url, problems: found.problems }
  }

  /** An import that was interrupted may have saved its last post, but not the redirects of it. */
  async completeLast(): Promise<void> {
    const post = this.#lastUnchanged
    this.#lastUnchanged = undefined
    if (post === undefined || this.#options.dryRun || !this.#options.redirects) return
    for (const path of post.oldPaths) {
      try {
        if (await this.#destination.completeRedirect(path, post.externalId)) this.redirects++
      } catch (error) {
        // The report of the first import has named it.
        if (!(error instanceof RejectedError)) throw error
      }
    }
  }

  async #redirect(post: ImportedPost, postId: string, report: (problem: Problem) => void): Promise<void> {
    for (const path of post.oldPaths) {
      try {
        await this.#destination.saveRedirect(path, postId)
        this.redirects++
      } catch (error) {
        if (!(error instanceof RejectedError)) throw error
        report({ code: 'path_not_redirected', values: { path, reason: error.problem } })
      }
    }
  }
}

/** Why one post failed. What concerns all posts is thrown again: a lost connection, a missing permission. */
function problemOf(error: unknown): Problem {
  if (error instanceof RejectedError || error instanceof FileError) return error.problem
  // A text that this code cannot handle.
  if ([TypeError, RangeError, URIError, SyntaxError].some(type => error instanceof type)) {
    return { code: 'unreadable', values: { error: (error as Error).message } }
  }
  throw error
}

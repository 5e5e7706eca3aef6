import { SERIES_MAX_PER_USER } from '@galley/contract/limits'
import type { CreateSeries } from '@galley/contract/schemas/writing/series'
import { lockAccount } from '../../identity/accounts/account-store.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError, type FieldIssue, rejectIssues } from '../../platform/core/errors.ts'
import { isUuid, newId } from '../../platform/core/ids.ts'
import type { Tx } from '../../platform/db/connection/database.ts'
import { transact } from '../../platform/db/transact.ts'
import type { SeriesRow } from '../../reading/public/series-store.ts'
import { slugSuffix, slugWords } from '../posts/rules/slug.ts'
import { seriesIssues } from './series-rules.ts'
import { countSeries, insertSeries, isSeriesSlugTaken } from './series-store.ts'

export function createSeries(context: AppContext, userId: string, input: CreateSeries): Promise<SeriesRow> {
  return transact(context, async trx => {
    // Locked, so that neither the limit nor a slug is passed by two calls at once.
    await lockAccount(trx, userId)
    const slugIssues = input.slug ? await givenSlugIssues(trx, userId, input.slug) : []
    rejectIssues([...seriesIssues(input), ...slugIssues])
    if ((await countSeries(trx, userId)) >= SERIES_MAX_PER_USER) {
      throw new AppError(
        'LIMIT_REACHED',
        `You have ${SERIES_MAX_PER_USER} series, which is the limit. Delete one first.`,
      )
    }
    return insertSeries(trx, {
      id: newId(),
      author_id: userId,
      slug: input.slug ?? (await freeSlug(trx, userId, input.title)),
      title: input.title,
      description: input.description ?? null,
      cover_image_url: input.cover_image_url ?? null,
      status: input.status ?? 'ongoing',
    })
  })
}

/** A series is found by its id or its slug, so a slug must not look like an id. */
async function givenSlugIssues(trx: Tx, userId: string, slug: string): Promise<FieldIssue[]> {
  const message = isUuid(slug)
    ? 'This cannot be the address of a series.'
    : (await isSeriesSlugTaken(trx, userId, slug)) && 'Another series of yours has this slug.'
  return message ? [{ field: 'slug', code: 'INVALID_VALUE', message }] : []
}

async function freeSlug(trx: Tx, userId: string, title: string): Promise<string> {
  const words = slugWords(title) || 'series'
  const isUsable = !isUuid(words) && !(await isSeriesSlugTaken(trx, userId, words))
  return isUsable ? words : `${words}-${slugSuffix()}`
}

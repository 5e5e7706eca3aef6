import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import { idempotencyKeyOf } from '../../platform/db/idempotency.ts'
import { transact } from '../../platform/db/transact.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { deleteUpload } from './delete-upload.ts'
import { rejected } from './receiving/fetch-image.ts'
import { receiveFetchedImage, receiveImage, recordImage, withReceivedImage } from './receiving/receive-image.ts'
import { listUploads } from './upload-store.ts'
import { listedView, uploadView } from './upload-view.ts'
import { findUses } from './use-store.ts'

export function uploadRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(endpoints.uploadImage, async call => {
    const { userId } = call.principal
    const received = await receiveImage(context, call, { userId, postId: null })
    const { sha256, fileName = '' } = received.sent
    const content = Buffer.concat([sha256, Buffer.from(fileName)])
    return withReceivedImage(context, received, async () => {
      const idempotencyKey = idempotencyKeyOf(call, content)
      const result = await transact(
        context,
        async trx => uploadView(settings, await recordImage(trx, received)),
        idempotencyKey,
      )
      return { result, path: result.path }
    })
  })

  bind(endpoints.fetchImage, async ({ principal: { userId }, body, sender }) => {
    const { url, file_name: fileName = URL.parse(url)?.pathname ?? '' } = body
    // It waits for another server and for its turn, so inactivity does not mean that the client has gone.
    sender.waits()
    const image = { userId, url, fileName, isAborted: sender.isGone }
    const received = await receiveFetchedImage(context, image).catch(asIssueOfUrl)
    return withReceivedImage(context, received, async () => {
      const result = await transact(context, async trx => uploadView(settings, await recordImage(trx, received)))
      return { result, path: result.path }
    })
  })

  bind(endpoints.listUploads, async ({ principal: { userId }, query }) => {
    const sha256 = query.sha256 === undefined ? undefined : Buffer.from(query.sha256, 'hex')
    const { uploads, total } = await listUploads(db, userId, { ...query, sha256 })
    const ids = uploads.map(({ id }) => id)
    const uses = ids.length === 0 ? [] : await findUses(db, userId, ids)
    return { uploads: uploads.map(upload => listedView(settings, upload, uses)), total }
  })

  bind(endpoints.deleteUpload, async ({ principal, params, query }) => {
    await deleteUpload(context, principal, params.id, { force: query.force === 'true' })
    return { deleted: true as const }
  })
}

/** What is wrong with the image is reported for the field that was sent. */
function asIssueOfUrl(error: unknown): never {
  const [issue] = error instanceof AppError ? error.fields : []
  throw issue === undefined ? error : rejected(issue.message)
}

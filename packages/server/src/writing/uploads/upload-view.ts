import type { ListedUpload, Upload } from '@galley/contract/schemas/writing/uploads'
import { imageUrl, type UrlSettings } from './image-url.ts'
import type { UploadRow } from './upload-store.ts'
import type { UseRow } from './use-store.ts'

export function uploadView(settings: UrlSettings, upload: UploadRow): Upload {
  const { id, path, file_name, file_size, mime_type, width, height } = upload
  return {
    url: imageUrl(settings, path),
    path,
    file_name,
    file_size,
    mime_type,
    id,
    sha256: upload.sha256.toString('hex'),
    stored_sha256: upload.stored_sha256.toString('hex'),
    width,
    height,
  }
}

export function listedView(settings: UrlSettings, upload: UploadRow, uses: readonly UseRow[]): ListedUpload {
  return {
    ...uploadView(settings, upload),
    created_at: upload.created_at.toISOString(),
    used_by: uses.filter(({ image_id }) => image_id === upload.id).map(({ type, id, title }) => ({ type, id, title })),
  }
}

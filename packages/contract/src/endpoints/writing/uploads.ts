import { del, get, post } from '../../endpoint.ts'
import { Deleted } from '../../schemas/schema.ts'
import { DeleteUploadQuery, FetchImage, ListUploadsQuery, Upload, UploadList } from '../../schemas/writing/uploads.ts'

const uploads = { tag: 'Uploads', auth: 'session-or-token', scopes: ['uploads'] } as const

export const uploadEndpoints = {
  uploadImage: post('/api/v1/uploads', 'uploads.create', {
    summary: 'Upload an image',
    description:
      'One file in the field `file`: jpg, png, gif or webp, at most 10 MB and 40 megapixels. The type is detected from the content. EXIF, XMP and IPTC data is removed; animation stays. The same bytes again answer the record of the first upload. Honours `Idempotency-Key`.',
    ...uploads,
    upload: true,
    idempotent: true,
    status: 201,
    errors: ['QUOTA_EXCEEDED'],
    response: Upload,
    example: {
      response: {
        url: 'https://galley.example/media/posts/0198c2d4-1111-7c55-9d0e-4f1b2a3c4d5e/02580190-2222-8c55-9d0e-4f1b2a3c4d5e.png',
        path: 'posts/0198c2d4-1111-7c55-9d0e-4f1b2a3c4d5e/02580190-2222-8c55-9d0e-4f1b2a3c4d5e.png',
        file_name: 'rain.png',
        file_size: 48213,
        mime_type: 'image/png',
        id: '02580190-2222-8c55-9d0e-4f1b2a3c4d5e',
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        stored_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        width: 600,
        height: 400,
      },
    },
  }),
  fetchImage: post('/api/v1/uploads/fetch', 'uploads.fetch', {
    summary: 'Upload an image from an address',
    description:
      'The server fetches an image from a public address over https (`http:` becomes `https:`), follows at most 3 redirects, and stores it as an upload of its bytes. An address that is not public, or that has no image, is refused with 400. Counts as an upload.',
    ...uploads,
    body: FetchImage,
    example: { body: { url: 'https://old.example/images/rain.jpg' } },
    status: 201,
    errors: ['QUOTA_EXCEEDED'],
    response: Upload,
  }),
  listUploads: get('/api/v1/uploads', 'uploads.list', {
    summary: 'List your uploads',
    description: 'Newest first, with what shows each image. With `sha256`, only uploads of that file.',
    ...uploads,
    query: ListUploadsQuery,
    response: UploadList,
  }),
  deleteUpload: del('/api/v1/uploads/:id', 'uploads.delete', {
    summary: 'Delete an upload',
    description:
      'The image is no longer served. 409 `IN_USE` while a post, a comment or a profile shows it, unless `force=true`. A token also needs the scope `posts:publish` if readers see the image.',
    ...uploads,
    query: DeleteUploadQuery,
    errors: ['IN_USE'],
    response: Deleted,
  }),
} as const

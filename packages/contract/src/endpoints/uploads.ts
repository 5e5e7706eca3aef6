import { post } from '../endpoint.ts'
import { Upload } from '../schemas/uploads.ts'

export const uploadEndpoints = {
  uploadImage: post('/api/v1/uploads', {
    summary: 'Upload an image',
    description:
      'One file in the field `file`: jpg, png, gif or webp, at most 10 MB and 40 megapixels. The type is detected from the content. EXIF, XMP and IPTC data is removed; animation stays. Honours `Idempotency-Key`.',
    tag: 'Uploads',
    auth: 'any',
    scopes: ['uploads'],
    upload: true,
    idempotent: true,
    status: 201,
    response: Upload,
    example: {
      response: {
        url: 'https://galley.example/media/posts/0198c2d4-1111-7c55-9d0e-4f1b2a3c4d5e/02580190-2222-8c55-9d0e-4f1b2a3c4d5e.png',
        path: 'posts/0198c2d4-1111-7c55-9d0e-4f1b2a3c4d5e/02580190-2222-8c55-9d0e-4f1b2a3c4d5e.png',
        file_name: 'rain.png',
        file_size: 48213,
        mime_type: 'image/png',
      },
    },
  }),
} as const

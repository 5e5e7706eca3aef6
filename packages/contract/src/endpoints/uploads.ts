import { post } from '../endpoint.ts'
import { Upload } from '../schemas/uploads.ts'

export const uploadEndpoints = {
  uploadImage: post('/api/v1/uploads', {
    summary: 'Upload an image',
    description:
      'One file in the field `file`: jpg, png, gif or webp, at most 10 MB and 40 megapixels. The type is what the bytes are. EXIF, XMP and IPTC data is removed; animation stays. Honours `Idempotency-Key`.',
    tag: 'Uploads',
    auth: 'any',
    upload: true,
    idempotent: true,
    status: 201,
    response: Upload,
  }),
} as const

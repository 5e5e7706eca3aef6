import type { S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Settings } from '../config.ts'

/** How to reach S3. */
export type S3Access = Pick<S3Settings, 'endpoint' | 'region' | 'credentials'>

/** Other storage servers than Amazon's rarely support host names for buckets, or the newer checksums. */
export function s3Options({ endpoint, region, credentials }: S3Access): S3ClientConfig {
  return {
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

import type { S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Settings } from '../config.ts'

const FIXES: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_ACCESS_KEY.',
  AccessDenied: 'Allow the key to read, write, delete and list objects of the bucket.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
}

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

/** What the operator can do. `what` is what names the bucket, such as a setting. */
export function fixForS3(error: unknown, what: string): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NoSuchBucket') return `Create the bucket, or correct ${what}.`
  return FIXES[name] ?? 'Check S3_ENDPOINT, S3_REGION and the keys, and whether the storage server runs.'
}

/** Without the error itself, which contains the whole request with its signature. */
export function describeS3Error(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
}

const FIXES: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_ACCESS_KEY.',
  AccessDenied: 'Allow the key to read, write, delete and list objects of the bucket.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
}

/** What the operator can do. `what` is what names the bucket, such as a setting. */
export function fixForS3(error: unknown, what: string): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NoSuchBucket') return `Create the bucket, or correct ${what}.`
  return FIXES[name] ?? 'Check S3_ENDPOINT, S3_REGION and the keys, and whether the storage server runs.'
}

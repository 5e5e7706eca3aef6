/** What every call takes as its last argument. */
export interface CallOptions {
  /** Stops the call, and whatever waits to be tried again. */
  readonly signal?: AbortSignal | undefined
  /** Added to the client's own headers, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For one attempt; 0 for no limit. */
  readonly timeoutMs?: number | undefined
}

export interface KeyedOptions extends CallOptions {
  /** Repeating the call under the same key answers what the first one answered. Without one the client makes one up. */
  readonly idempotencyKey?: string | undefined
}

export interface MatchOptions extends CallOptions {
  /** The `etag` of the version that you know: if it is no longer the present one, the call fails with 412. */
  readonly ifMatch?: string | undefined
}

interface DryRun {
  /** Everything is checked and answered, nothing is stored. */
  readonly dryRun?: boolean | undefined
}

export interface CreateOptions extends KeyedOptions, DryRun {}
export interface ChangeOptions extends MatchOptions, DryRun {}

export interface UploadProgress {
  readonly loadedBytes: number
  readonly totalBytes: number
}

export interface UploadOptions {
  /** The name that the file is sent under; without it, the file's own. */
  readonly fileName?: string | undefined
  /** Told how much has been sent, the last time when all of it has. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}

type QueryValue<T> = T extends 'true' | 'false' ? T | boolean : T

/** A query as a program holds it: flags may be booleans, and what is undefined is left out. */
export type QueryOf<Q> = { readonly [Name in keyof Q]: QueryValue<Q[Name]> | undefined }

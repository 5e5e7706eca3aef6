/** The last argument of every call. */
export interface CallOptions {
  /** Aborts the call, also while it waits for a retry. */
  readonly signal?: AbortSignal | undefined
  /** Added to the client's headers; those with the same name are replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For one attempt; 0 for no limit. */
  readonly timeoutMs?: number | undefined
}

export interface KeyedOptions extends CallOptions {
  /** Repeating the call with the same key returns the first response again. By default the client generates a key. */
  readonly idempotencyKey?: string | undefined
}

export interface MatchOptions extends CallOptions {
  /** The `etag` of the version that you have read. If the post has changed since, the call fails with 412. */
  readonly ifMatch?: string | undefined
}

export interface ConditionOptions extends MatchOptions {
  /** Creates a post, and never changes one: if it exists already, the call fails with 412. */
  readonly ifNoneMatch?: '*' | undefined
}

export interface UploadProgress {
  readonly loadedBytes: number
  readonly totalBytes: number
}

export interface UploadOptions {
  /** The name under which the file is sent. The default is the file's own. */
  readonly fileName?: string | undefined
  /** Called with how much has been sent, the last time when all has been sent. If it throws, the call fails with this error. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}

type QueryValue<T> = T extends 'true' | 'false' ? T | boolean : T

/** A query: flags may be booleans, and undefined values are left out. */
export type QueryOf<Q> = { readonly [Name in keyof Q]: QueryValue<Q[Name]> | undefined }

type CamelCase<Name> = Name extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name

/** The query of a change, as options: `dry_run=true` is `dryRun: true`. */
export type OptionsOf<Q> = {
  readonly [Name in keyof Q as CamelCase<Name>]?: Exclude<QueryValue<Q[Name]>, 'true' | 'false'> | undefined
}

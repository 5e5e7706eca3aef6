import type { Client } from '@galley/client'

/** What the tools work with. They reach posts through the API only, with the rights of the token. */
export interface ToolContext {
  readonly client: Client
  /** Reads an image from this machine; only for a server that runs on the author's machine. */
  readonly readImage?: (path: string) => Promise<FoundImage>
}

/** An image, or a sentence that says why there is none. */
export type FoundImage = { readonly image: Blob } | { readonly error: string }

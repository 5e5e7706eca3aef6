import { VERSION } from '../generated/values.ts'

const platform = globalThis as { document?: unknown; importScripts?: unknown }

/** Browsers and their workers name themselves. There, the header would also make a preflight request necessary. */
const isBrowser = (): boolean => platform.document !== undefined || platform.importScripts !== undefined

/** Names this client and its version to the server; undefined in browsers. */
export const userAgent = (): string | undefined => (isBrowser() ? undefined : `galley-client/${VERSION}`)

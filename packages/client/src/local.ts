/** The client's methods without HTTP, for a server that calls its own operations. */
export type { ResponseInfo, WithResponse } from './api-promise.ts'
export { callerOf } from './calls/caller.ts'
export type { AnyOptions, Parts } from './calls/request.ts'
export { methodsOf } from './client.ts'

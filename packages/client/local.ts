/** The client's methods without HTTP, for a server that calls its own operations. */
export type { ResponseInfo, WithResponse } from './src/api-promise.ts'
export type { AnyOptions, Parts } from './src/calls/request.ts'
export { methodsOf } from './src/methods.ts'

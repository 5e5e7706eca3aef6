import type { Endpoint } from '@galley/contract/endpoint'
import { type EndpointName, endpoints } from '@galley/contract/endpoints'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as it comes
export type Json = any

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Json
}

/** One operation of the OpenAPI document, with resolved references. */
export interface Operation {
  readonly name: string
  readonly method: string
  /** A path with `{names}`. */
  readonly template: string
  readonly auth: 'none' | 'session' | 'session-or-token'
  readonly parameters: readonly Parameter[]
  /** The schema of a JSON body, if there is one. */
  readonly body: Json | undefined
  /** The maximum length of the body, if the contract has one. */
  readonly bodyMaxBytes: number | undefined
  readonly isUpload: boolean
  readonly isDeprecated: boolean
  /** Pages of other sites may send it, because it uses no cookie. */
  readonly isOpenToSites: boolean
  /** The type of a successful answer that is a file. */
  readonly fileType: string | undefined
  /** By status. */
  readonly answers: ReadonlyMap<number, Json>
}

export function readOperations(document: Json): Operation[] {
  const resolve = (schema: Json): Json =>
    schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)]
  return Object.entries<Json>(document.paths).flatMap(([template, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content ?? {}
      const schemes: string[] = operation.security.flatMap(Object.keys)
      return {
        name: operation.operationId,
        method: method.toUpperCase(),
        template,
        auth: schemes.length === 0 ? 'none' : schemes.includes('bearer') ? 'session-or-token' : 'session',
        parameters: operation.parameters,
        body: resolve(content['application/json']?.schema),
        bodyMaxBytes: (endpoints[operation.operationId as EndpointName] as Endpoint).bodyMaxBytes,
        isUpload: 'multipart/form-data' in content,
        isDeprecated: operation.deprecated === true,
        isOpenToSites: (endpoints[operation.operationId as EndpointName] as Endpoint).allowCrossSite === true,
        fileType: (endpoints[operation.operationId as EndpointName] as Endpoint).file,
        answers: new Map(
          Object.entries<Json>(operation.responses).map(([status, response]) => [
            Number(status),
            response.content?.['application/json']?.schema,
          ]),
        ),
      }
    }),
  )
}

/** Everybody but an admin is refused before the request is read. */
export const isForAdmins = ({ template }: Operation): boolean => template.startsWith('/api/v1/admin/')

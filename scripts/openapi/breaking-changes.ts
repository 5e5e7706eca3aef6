import { breakingSchemaChanges, type Direction } from './breaking-schema-changes.ts'
import type { Content, OpenApiDocument, Operation, Parameter } from './document.ts'

/** The changes that break a client written for the older document. */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, was]) => {
      const place = `${method.toUpperCase()} ${path}`
      const is = after.paths[path]?.[method]
      return is ? operationChanges({ before, after, place }, was, is) : [`${place}: removed`]
    }),
  )
}

interface Comparison {
  readonly before: OpenApiDocument
  readonly after: OpenApiDocument
  readonly place: string
}

function operationChanges(comparison: Comparison, was: Operation, is: Operation): string[] {
  const { place } = comparison
  return [
    ...(was.operationId === is.operationId ? [] : [`${place}: operationId ${was.operationId} → ${is.operationId}`]),
    ...securityChanges(was, is).map(change => `${place}: ${change}`),
    ...parameterChanges(comparison, was, is),
    ...bodyChanges(comparison, was, is),
    ...responseChanges(comparison, was, is),
  ]
}

function securityChanges(was: Operation, is: Operation): string[] {
  const alternatives = ({ security = [] }: Operation) =>
    security.map(scheme => Object.keys(scheme).sort().join(' and '))
  const [old, now] = [alternatives(was), alternatives(is)]
  if (now.length === 0) return []
  if (old.length === 0) return [`now needs authentication: ${now.join(' or ')}`]
  return old.filter(scheme => !now.includes(scheme)).map(scheme => `no longer accepts authentication by ${scheme}`)
}

function parameterChanges(comparison: Comparison, was: Operation, is: Operation): string[] {
  const byName = ({ parameters = [] }: Operation) =>
    new Map(parameters.map((parameter): [string, Parameter] => [`${parameter.in} ${parameter.name}`, parameter]))
  const [olds, news] = [byName(was), byName(is)]
  const removed = [...olds.keys()].filter(name => !news.has(name)).map(name => `${comparison.place}: ${name}: removed`)
  const others = [...news].flatMap(([name, now]) => {
    const old = olds.get(name)
    const here = { ...comparison, place: `${comparison.place}: ${name}` }
    if (now.required && !old?.required) return [`${here.place}: is now required`]
    return old ? schemaChanges(here, old, now, 'request') : []
  })
  return [...removed, ...others]
}

function bodyChanges(comparison: Comparison, was: Operation, is: Operation): string[] {
  const here = { ...comparison, place: `${comparison.place}: body` }
  const [old, now] = [was.requestBody, is.requestBody]
  if (!old) return now?.required ? [`${here.place}: is now required`] : []
  if (!now) return [`${here.place}: removed`]
  const required = now.required && !old.required ? [`${here.place}: is now required`] : []
  return [...required, ...contentChanges(here, old.content, now.content, 'request')]
}

/** A new success status is breaking, because clients check for the known one. A new error is not: clients must expect any. */
function responseChanges(comparison: Comparison, was: Operation, is: Operation): string[] {
  const isError = (status: string) => Number(status) >= 400
  const added = Object.keys(is.responses).filter(status => !isError(status) && !(status in was.responses))
  const changes = Object.entries(was.responses).flatMap(([status, old]) => {
    const here = { ...comparison, place: `${comparison.place}: ${status}` }
    const now = is.responses[status]
    if (now) return contentChanges(here, old.content ?? {}, now.content ?? {}, 'answer')
    return isError(status) ? [] : [`${here.place}: removed`]
  })
  return [...added.map(status => `${comparison.place}: ${status}: new success status`), ...changes]
}

function contentChanges(comparison: Comparison, was: Content, is: Content, direction: Direction): string[] {
  return Object.entries(was).flatMap(([type, old]) => {
    const now = is[type]
    return now ? schemaChanges(comparison, old, now, direction) : [`${comparison.place}: ${type}: removed`]
  })
}

function schemaChanges(
  { before, after, place }: Comparison,
  was: Pick<Parameter, 'schema'>,
  is: Pick<Parameter, 'schema'>,
  direction: Direction,
): string[] {
  const [old, now] = [
    { document: before, schema: was.schema },
    { document: after, schema: is.schema },
  ]
  return breakingSchemaChanges(old, now, direction, place)
}

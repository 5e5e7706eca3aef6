import type { OpenApiDocument } from './document.ts'

/**
 * What is new for clients and is not named in a section of the changelog: operations, and parameters and fields of known
 * operations and records. A new record is described by the operation that returns or takes it.
 */
export function undescribedChanges(before: OpenApiDocument, after: OpenApiDocument, section: string): string[] {
  const [operations, parents] = [operationsOf(before), namesOf(before)]
  const newOperations = [...operationsOf(after).keys()].filter(operation => !operations.has(operation))
  const newNames = [...namesOf(after)].flatMap(([parent, names]) => {
    const known = parents.get(parent)
    return known ? names.filter(name => !known.includes(name)).map(name => ({ parent, name })) : []
  })
  return [
    ...newOperations.filter(operation => !isPathIn(section, operation)),
    ...newNames
      .filter(({ name }) => !section.includes(`\`${name}\``))
      .map(({ parent, name }) => `${name} of ${parent}`),
  ]
}

/** As the changelog writes them: `GET /posts/:id`. */
function operationsOf({ paths }: OpenApiDocument) {
  return new Map(
    Object.entries(paths).flatMap(([path, byMethod]) => {
      const short = path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1')
      return Object.entries(byMethod).map(([method, operation]) => [`${method.toUpperCase()} ${short}`, operation])
    }),
  )
}

/** The names of the parameters of each operation, and of the fields of each record. */
function namesOf(document: OpenApiDocument): Map<string, string[]> {
  const { schemas = {} } = document.components ?? {}
  return new Map([
    ...[...operationsOf(document)].map(([operation, { parameters = [] }]): [string, string[]] => [
      operation,
      parameters.map(({ name }) => name),
    ]),
    ...Object.entries(schemas).map(([title, { properties = {} }]): [string, string[]] => [
      title,
      Object.keys(properties),
    ]),
  ])
}

/**
 * The whole path: `/posts/:id` does not mention `/posts`. The method may be elsewhere, as in "`GET` and `PUT /series`".
 */
function isPathIn(section: string, operation: string): boolean {
  const [, path = ''] = operation.split(' ')
  return section.split(/[`\s]/).includes(path)
}
